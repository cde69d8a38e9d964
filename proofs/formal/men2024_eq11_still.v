(** men2024.eq11.still: two lengths with the same least base.

    Statement. At d = 128 the least base for 2048 positions is the least base for 2000: the infimum of the bases b >= 1 with B(m) >= 0 for m < 2048, and for m < 2000.

    Idea: no base up to 11587 keeps its sign to 2000 (intervals of bases, Dips.v: those of new_least_base.v for 1024, and 62 more), 11587.25 keeps it to 2048, and all bases between them have B(m) > 0 at m = 2000..2047.
    Encoding: `is_infimum` as in men2024_eq11.v, B(m) = `kernel b 64 m`, m counted from 1 (B(0) = 64); that there is an infimum is part of the statement. *)

From Coq Require Import Reals Lra Lia List PeanoNat ZArith.
From RopeTheory Require Import Rope Sums IntervalZ Rotation new_base_bound_monotone Bases Covers Stretches Dips men2024_eq11 new_least_base Instances.
Import ListNotations.
Open Scope R_scope.

Definition keeps_to (n : Z) (b : R) : Prop := 1 <= b /\ keeps_sign b (Z.to_nat n).

Definition men2024_eq11_still_statement : Prop := exists x, is_infimum (keeps_to 2000) x /\ is_infimum (keeps_to 2048) x.

Lemma infimum_exists : forall P, (exists b, P b) -> (forall b, P b -> 1 <= b) -> exists x, is_infimum P x.
Proof.
  intros P [b0 B0] Low. destruct (completeness (fun y => P (- y))) as [s [U L]].
  - exists (-1). intros y H. apply Low in H. lra.
  - exists (- b0). rewrite Ropp_involutive. exact B0.
  - exists (- s). split.
    + intros b B. specialize (U (- b)). cbv beta in U. rewrite Ropp_involutive in U. specialize (U B). lra.
    + intros z Below. enough (s <= - z) by lra. apply L. intros y Y. specialize (Below _ Y). lra.
Qed.

Lemma keeps_shorter : forall n n' b, (n <= n')%Z -> keeps_to n' b -> keeps_to n b.
Proof. intros n n' b N [B H]. split; [exact B|exact (keeps_sign_shorter n n' b N H)]. Qed.

(** By how much the ratio b^(-1/64) falls, in 2^-30, and distances, from where those for 1024 end. *)
Definition cover_on_to_2000 : list (positive * positive) := combine
  [346837; 335295; 341349; 441202; 360808; 322700; 365785; 328828; 375420; 325685; 356208; 345096; 414543; 367657; 302059; 264063; 217317; 246393;
    207868; 296617; 300619; 272297; 217677; 232531; 234157; 294166; 221018; 225768; 243598; 234131; 163508; 59451; 9859; 15089; 57244; 146745; 196308;
    247175; 247566; 200300; 269013; 227317; 205439; 184602; 257149; 207124; 215027; 255421; 179323; 161381; 287619; 307622; 221218; 111675; 148422;
    266024; 228314; 201501; 122728; 52552; 12417; 218]%positive
  [1235; 1410; 1631; 1272; 1661; 1668; 1474; 1303; 1712; 1500; 1341; 1543; 1354; 1185; 1574; 1820; 1862; 1648; 1843; 1856; 1411; 1461; 1537; 1952; 1781;
    1788; 1963; 1563; 1801; 1768; 1769; 1769; 1769; 1776; 1862; 1862; 1863; 1762; 1800; 1805; 1908; 1814; 1661; 1826; 1944; 1946; 1964; 1969; 1971;
    1982; 1738; 1304; 1744; 1750; 1756; 1761; 1763; 1770; 1788; 1788; 1788; 1788]%positive.

Lemma none_on_to_2000 : none_above 30 2000 927684548.
Proof. go_on none_to_1024 cover_on_to_2000. Qed.

Lemma none_to_2000 : forall b, 1 <= b <= 11587 -> ~ keeps_sign b (Z.to_nat 2000).
Proof. up_to none_on_to_2000. Qed.

(** One more interval, at a larger distance. *)
Lemma none_on_to_2800 : none_above 30 2800 927683297.
Proof. go_on none_on_to_2000 [(1253, 2774)%positive]. Qed.

Lemma none_to_2800 : forall b, 1 <= b <= 11588 -> ~ keeps_sign b (Z.to_nat 2800).
Proof. up_to none_on_to_2800. Qed.

Lemma good_to_2048 : keeps_to 2048 11587.25.
Proof.
  split; [lra|]. by_stretches 8%Z 62255835195348118%Z 11%nat ltac:(ratio).
Qed.

(** All bases between, at the 48 distances from 2000 on. *)
Lemma steady : forall b m, 11587 <= b <= 11587.25 -> (Z.to_nat 2000 <= m < Z.to_nat 2048)%nat -> 0 < kernel b 64 m.
Proof.
  intros b m B M. rewrite <- (Nat2Pos.id m) by lia.
  assert (H : forallb (fun i => stays 62255847787902256 15 (Pos.of_nat i)) (seq (Z.to_nat 2000) 48) = true) by (vm_cast_no_check (eq_refl true)).
  rewrite forallb_forall in H. apply (stays_kernel (ln 11587.1) 62255847787902256 15 (Pos.of_nat m) b).
  - interval.
  - rewrite exp_ln by lra. ratio.
  - lia.
  - lia.
  - apply H, in_seq. lia.
  - change (/ IZR (2 ^ (15 + 1))) with (/ 65536). pose proof (ln_le 11587 b ltac:(lra) ltac:(lra)). pose proof (ln_le b 11587.25 ltac:(lra) ltac:(lra)).
    assert (ln 11587.25 - ln 11587.1 <= / 65536) by (interval with (i_prec 60)). assert (- / 65536 <= ln 11587 - ln 11587.1) by (interval with (i_prec 60)). apply Rabs_le. lra.
Qed.

Theorem men2024_eq11_still_proved : men2024_eq11_still_statement.
Proof.
  destruct (infimum_exists (keeps_to 2000)) as [x [Below Greatest]].
  - exists 11587.25. apply (keeps_shorter 2000 2048); [lia|exact good_to_2048].
  - intros b [B _]. exact B.
  - exists x. split; [split; assumption|]. split.
    + intros b B. apply Below, (keeps_shorter 2000 2048); [lia|exact B].
    + intros z Z0. apply Greatest. intros b [B Keeps]. destruct (Rle_lt_dec b 11587) as [L|L]; [exfalso; exact (none_to_2000 b ltac:(lra) Keeps)|].
      destruct (Rle_lt_dec b 11587.25) as [G|G]; [|specialize (Z0 _ good_to_2048); lra].
      apply Z0. split; [exact B|]. intros m M. destruct (Nat.lt_ge_cases m (Z.to_nat 2000)) as [S|S]; [apply Keeps; lia|]. left. apply steady; [lra|lia].
Qed.

(** * False neighbours *)

(** Already for 1000. *)
Definition men2024_eq11_still_neighbour_already : Prop := exists x, is_infimum (keeps_to 1000) x /\ is_infimum (keeps_to 2000) x.

Theorem men2024_eq11_still_neighbour_already_false : ~ men2024_eq11_still_neighbour_already.
Proof.
  intros [x [[Below _] [_ Greatest]]]. destruct new_least_base_proved as [[_ Keeps] _].
  assert (Up : x <= 4293.45) by (apply Below; split; [lra|]; intros m M; apply Keeps; lia).
  assert (11587 <= x); [|lra]. apply Greatest. intros b [B K]. destruct (Rle_lt_dec b 11587) as [L|L]; [exfalso; exact (none_to_2000 b ltac:(lra) K)|lra].
Qed.

(** For 2800 positions, too. *)
Definition men2024_eq11_still_neighbour_longer : Prop := exists x, is_infimum (keeps_to 2000) x /\ is_infimum (keeps_to 2800) x.

Theorem men2024_eq11_still_neighbour_longer_false : ~ men2024_eq11_still_neighbour_longer.
Proof.
  intros [x [[Below _] [_ Greatest]]].
  assert (Up : x <= 11587.25) by (apply Below, (keeps_shorter 2000 2048); [lia|exact good_to_2048]).
  assert (11588 <= x); [|lra]. apply Greatest. intros b [B K]. destruct (Rle_lt_dec b 11588) as [L|L]; [exfalso; exact (none_to_2800 b ltac:(lra) K)|lra].
Qed.

Example men2024_eq11_still_instance : instance_of men2024_eq11_still_statement.
Proof. exists 0. split; exact I. Qed.
