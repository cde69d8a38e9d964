(** new.rank-law, new.rank-law.independent: the frequencies of a base that is a power span few dimensions over the rationals, and exactly so many.

    Statement. Base b = c^e, h planes, frequencies x_k = b^(-k/h); g = gcd(e, h), m = h/g. Then x_(k+m) = x_k / c^(e/g), so each x_k is one of the first m over a power of c: these m span all. And the
    first m are independent if c is no perfect power: no sum of a_k x_k, k < m, with rational a_k is 0 unless all a_k are.
    Idea: a relation of degree below m has a factor f in common with X^m - c^(-e'). The companion matrix M of f has M^m = c^(-e'), so det(M)^m = c^(-e' deg f) with a
    rational det M; this makes m divide e' deg f, c being no perfect power. *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Rope Instances.
Open Scope R_scope.

(** The k-th frequency of a rotation of h planes. *)
Definition frequency (b : R) (h k : nat) : R := Rpower b (- INR k / INR h).

Definition new_rank_law_statement : Prop :=
  forall c e h k : nat, (2 <= c)%nat -> (1 <= e)%nat -> (1 <= h)%nat ->
    let g := Nat.gcd e h in
    frequency (INR c ^ e) h (k + h / g)%nat = frequency (INR c ^ e) h k / INR c ^ (e / g)%nat /\
    exists i j : nat, (i < h / g)%nat /\ frequency (INR c ^ e) h k = frequency (INR c ^ e) h i / INR c ^ j.

Lemma frequency_repeats : forall c e h k : nat, (2 <= c)%nat -> (1 <= e)%nat -> (1 <= h)%nat ->
    let g := Nat.gcd e h in
    frequency (INR c ^ e) h (k + h / g)%nat = frequency (INR c ^ e) h k / INR c ^ (e / g)%nat.
Proof.
  intros c e h k C E H g. pose proof (Nat.gcd_divide_l e h) as [e' De]. pose proof (Nat.gcd_divide_r e h) as [m Dm]. fold g in De, Dm.
  assert (G : (g <> 0)%nat) by (intro Z; rewrite Z in Dm; lia).
  assert (Qe : (e / g = e')%nat) by (rewrite De; apply Nat.div_mul, G). assert (Qm : (h / g = m)%nat) by (rewrite Dm; apply Nat.div_mul, G).
  rewrite Qe, Qm. assert (CP : (0 < INR c)%R) by (apply lt_0_INR; lia). assert (GP : (0 < INR g)%R) by (apply lt_0_INR; lia).
  assert (MP : (0 < INR m)%R) by (apply lt_0_INR; destruct m; lia).
  unfold frequency. rewrite <- (Rpower_pow e _ CP), !Rpower_mult. rewrite <- (Rpower_pow e' _ CP).
  assert (Q : forall x y z, Rpower x y / Rpower x z = Rpower x (y + - z)) by (intros; rewrite Rpower_plus, Rpower_Ropp; reflexivity). rewrite Q.
  f_equal. assert (Ie : INR e = (INR e' * INR g)%R) by (rewrite De at 1; apply mult_INR). assert (Ih : INR h = (INR m * INR g)%R) by (rewrite Dm at 1; apply mult_INR).
  rewrite plus_INR, Ie, Ih. field. lra.
Qed.

(** Whole numbers of repetitions: k is i + t (h/g), and each t divides by c^(e/g) once more. *)
Theorem new_rank_law_proved : new_rank_law_statement.
Proof.
  intros c e h k C E H g. split; [apply frequency_repeats; assumption|].
  assert (G : (g <> 0)%nat) by (unfold g; intro Z; apply Nat.gcd_eq_0 in Z; lia).
  assert (M : (h / g <> 0)%nat).
  { pose proof (Nat.gcd_divide_r e h) as [m D]. fold g in D. rewrite D, Nat.div_mul by exact G. intro Z. subst m. lia. }
  assert (P : 0 < INR c) by (apply lt_0_INR; lia).
  assert (R : forall i t, frequency (INR c ^ e) h (i + t * (h / g))%nat = frequency (INR c ^ e) h i / INR c ^ (t * (e / g))%nat).
  { intros i t. induction t as [|t IH].
    - simpl. rewrite Nat.add_0_r. field.
    - replace (i + S t * (h / g))%nat with (i + t * (h / g) + h / g)%nat by lia. rewrite (frequency_repeats c e h _ C E H). fold g. rewrite IH.
      replace (S t * (e / g))%nat with (t * (e / g) + e / g)%nat by lia. rewrite pow_add. field. split; apply pow_nonzero; lra. }
  exists (k mod (h / g))%nat, (k / (h / g) * (e / g))%nat. split; [apply Nat.mod_upper_bound, M|].
  rewrite <- R. f_equal. pose proof (Nat.div_mod k (h / g) M). lia.
Qed.

(** Half as many steps: for b = 2, h = 2 the next frequency is 1/sqrt 2 of the first, not 1/2. *)
Definition new_rank_law_neighbour_half : Prop :=
  forall c e h k : nat, (2 <= c)%nat -> (1 <= e)%nat -> (1 <= h)%nat ->
    let g := (2 * Nat.gcd e h)%nat in frequency (INR c ^ e) h (k + h / g)%nat = frequency (INR c ^ e) h k / INR c ^ (e / Nat.gcd e h)%nat.

Lemma frequency_first : forall b h, 0 < b -> frequency b h 0 = 1.
Proof. intros b h B. unfold frequency, Rdiv. simpl. rewrite Ropp_0, Rmult_0_l. apply Rpower_O, B. Qed.

Theorem new_rank_law_neighbour_half_false : ~ new_rank_law_neighbour_half.
Proof.
  intro H. specialize (H 2%nat 1%nat 2%nat 0%nat ltac:(lia) ltac:(lia) ltac:(lia)). simpl in H. rewrite frequency_first in H by lra.
  assert (S : frequency ((1 + 1) * 1) 2 1 * frequency ((1 + 1) * 1) 2 1 = / 2).
  { unfold frequency. rewrite <- Rpower_plus. replace (- INR 1 / INR 2 + - INR 1 / INR 2) with (Ropp 1) by (simpl; field).
    rewrite Rpower_Ropp, Rpower_1 by lra. f_equal. ring. }
  rewrite H in S. lra.
Qed.

(** One frequency fewer spans them, too: for b = 2, h = 2 the second is no 1/2^j of the first. *)
Definition new_rank_law_neighbour_fewer : Prop :=
  forall c e h k : nat, (2 <= c)%nat -> (1 <= e)%nat -> (2 <= h / Nat.gcd e h)%nat ->
    exists i j : nat, (S i < h / Nat.gcd e h)%nat /\ frequency (INR c ^ e) h k = frequency (INR c ^ e) h i / INR c ^ j.

Theorem new_rank_law_neighbour_fewer_false : ~ new_rank_law_neighbour_fewer.
Proof.
  intro H. destruct (H 2%nat 1%nat 2%nat 1%nat ltac:(lia) ltac:(lia) ltac:(simpl; lia)) as (i & j & I & E). simpl in I. assert (i = 0)%nat by lia. subst i.
  rewrite frequency_first in E by (simpl; lra).
  assert (S : frequency (INR 2 ^ 1) 2 1 * frequency (INR 2 ^ 1) 2 1 = / 2).
  { unfold frequency. rewrite <- Rpower_plus. replace (- INR 1 / INR 2 + - INR 1 / INR 2) with (Ropp 1) by (simpl; field).
    rewrite Rpower_Ropp, Rpower_1 by (simpl; lra). f_equal. simpl. ring. }
  rewrite E in S. destruct j as [|j]; [simpl in S; lra|].
  assert (P : 1 <= INR 2 ^ j) by (apply pow_R1_Rle; simpl; lra). set (p := INR 2 ^ j) in *.
  replace (INR 2 ^ Datatypes.S j) with (2 * p) in S by (unfold p; simpl; ring).
  assert (Q : / 2 * (4 * (p * p)) = 1) by (rewrite <- S; field; lra). nra.
Qed.

(** The whole of b in place of a part of it: for b = 2^2, h = 2 the next frequency is 1/2 of the first, not 1/4. *)
Definition new_rank_law_neighbour_exponent : Prop :=
  forall c e h k : nat, (2 <= c)%nat -> (1 <= e)%nat -> (1 <= h)%nat ->
    let g := Nat.gcd e h in frequency (INR c ^ e) h (k + h / g)%nat = frequency (INR c ^ e) h k / INR c ^ e.

Theorem new_rank_law_neighbour_exponent_false : ~ new_rank_law_neighbour_exponent.
Proof.
  intro H. specialize (H 2%nat 2%nat 2%nat 0%nat ltac:(lia) ltac:(lia) ltac:(lia)).
  pose proof (new_rank_law_proved 2%nat 2%nat 2%nat 0%nat ltac:(lia) ltac:(lia) ltac:(lia)) as [P _]. simpl in H, P. rewrite H in P. clear H.
  rewrite frequency_first in P by lra. lra.
Qed.

(* mathcomp 2.6 has tactics of its own under these names. *)
Ltac real_ring := ring.
Ltac real_field := field.
Close Scope R_scope.
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** No k-th power with k > 1. *)
Definition no_perfect_power (c : nat) : Prop := forall x k : nat, (1 < k)%N -> c <> (x ^ k)%N.

(** An integer of mathcomp as one of Coq's, and a rational number as a real one. *)
Definition Z_of (n : int) : Z := match n with Posz m => Z.of_nat m | Negz m => Z.opp (Z.of_nat m.+1) end.
Definition real_of (q : rat) : R := Rdiv (IZR (Z_of (numq q))) (IZR (Z_of (denq q))).

Definition new_rank_law_independent_statement : Prop :=
  forall c e h : nat, (2 <= c)%coq_nat -> no_perfect_power c -> (1 <= e)%coq_nat -> (1 <= h)%coq_nat ->
    let m := Nat.div h (Nat.gcd e h) in
    forall a : nat -> rat, Rope.sum (fun k => Rmult (real_of (a k)) (frequency (pow (INR c) e) h k)) m = IZR Z0 ->
    forall k : nat, (k < m)%coq_nat -> a k = 0.

(* mathcomp 1 and 2 have it under different names. *)
Lemma intr_pow : forall (n : int) (k : nat), (n ^+ k)%:~R = n%:~R ^+ k :> rat.
Proof. move=> n k. elim: k => [|k IH]; by rewrite ?expr0 // !exprS intrM IH. Qed.

(** A rational whose power is a whole number is one. *)
Lemma whole_root : forall (r : rat) (c k : nat), (0 < k)%N -> r ^+ k = c%:R -> exists x : nat, (x ^ k)%N = c.
Proof.
  move=> r c k k0 E. have D0 : (denq r)%:~R != 0 :> rat by rewrite intr_eq0 denq_eq0.
  have Q : numq r ^+ k = c%:Z * denq r ^+ k.
    apply: (intr_inj : injective (intr : int -> rat)).
    have EQ : (c%:Z)%:~R = r ^+ k by rewrite E.
    rewrite intrM !intr_pow EQ.
    by rewrite -exprMn -{2}(divq_num_den r) divfK.
  have {}Q : (`|numq r| ^ k = c * `|denq r| ^ k)%N by rewrite -!abszX Q abszM.
  have C : coprime (`|denq r| ^ k) (`|numq r| ^ k) by rewrite coprimeXl // coprimeXr // coprime_sym coprime_num_den.
  have : (`|denq r| ^ k == 1)%N.
    have : (`|denq r| ^ k %| 1)%N by rewrite -(Gauss_dvdl _ C) mul1n Q dvdn_mull.
    by rewrite dvdn1.
  by move=> /eqP D; exists `|numq r|%N; rewrite Q D muln1.
Qed.

Lemma power_divides : forall (q : rat) (c D m : nat), (1 < c)%N -> no_perfect_power c -> (0 < m)%N -> (0 < D)%N ->
  q ^+ m = (c ^ D)%:R -> (m %| D)%N.
Proof.
  move=> q c D m c1 np m0 D0 E.
  have c0 : (0 : rat) < c%:R by rewrite ltr0n ltnW.
  pose p := `|q|; have {}E : p ^+ m = (c ^ D)%:R by rewrite -normrX E ger0_norm ?ler0n.
  have p0 : 0 <= p by rewrite normr_ge0.
  pose g := gcdn D m; have g0 : (0 < g)%N by rewrite gcdn_gt0 D0.
  have [D' De] : exists D', D = (D' * g)%N by apply/dvdnP; rewrite dvdn_gcdl.
  have [m' Me] : exists m', m = (m' * g)%N by apply/dvdnP; rewrite dvdn_gcdr.
  have Dp : (0 < D')%N by move: D0; rewrite De muln_gt0 => /andP [].
  have mp : (0 < m')%N by move: m0; rewrite Me muln_gt0 => /andP [].
  have co : coprime D' m'.
    have : (gcdn (D' * g) (m' * g) == 1 * g)%N by rewrite -De -Me mul1n.
    by rewrite -muln_gcdl eqn_pmul2r.
  have {}E : p ^+ m' = c%:R ^+ D'.
    apply: (@pexpIrn _ g g0); rewrite ?nnegrE ?exprn_ge0 // ?ltW //.
    by rewrite -!exprM -Me -De E natrX.
  have [[u v] /= B] := coprimeP m' Dp co.
  have {}B : (u * D' = v * m' + 1)%N by rewrite -B subnKC // ltnW // -subn_gt0 B.
  have R : (p ^+ u / c%:R ^+ v) ^+ m' = c%:R.
    rewrite expr_div_n -!exprM mulnC exprM E -exprM mulnC B addn1 exprS mulfK //.
    by rewrite expf_neq0 // lt0r_neq0.
  have [x X] := whole_root _ _ _ mp R.
  case: (leqP m' 1) => [m1|m1]; last by case: (np x m' m1).
  have {}m1 : m' = 1%N by apply/eqP; rewrite eqn_leq m1.
  by rewrite De Me m1 mul1n dvdn_mull.
Qed.

(** A factor of X^m - C, C = c^(-e): its degree. *)
Lemma factor_degree : forall (f : {poly rat}) (c e m : nat), (1 < c)%N -> no_perfect_power c -> (0 < m)%N -> (0 < e)%N ->
  (1 < size f)%N -> (f %| 'X^m - (((c ^ e)%:R)^-1)%:P)%R -> (m %| e * (size f).-1)%N.
Proof.
  move=> f c e m c1 np m0 e0 sf div.
  have f0 : f != 0 by rewrite -size_poly_gt0 ltnW.
  pose l := lead_coef f; have l0 : l != 0 by rewrite lead_coef_eq0.
  pose f1 := l^-1 *: f.
  have mon : f1 \is monic by rewrite monicE lead_coefZ mulVf.
  have s1 : size f1 = size f by rewrite size_scale // invr_neq0.
  have div1 : f1 %| 'X^m - (((c ^ e)%:R)^-1)%:P by rewrite dvdpZl ?invr_neq0.
  case Ed : (size f1).-1 => [|n]; first by move: sf; rewrite -s1; case: (size f1) Ed => [|[]].
  pose M := companionmx f1.
  have CH : char_poly M = f1 by apply: companionmxK.
  move: M CH; rewrite /companionmx Ed => M CH.
  set A : 'M[rat]_n.+1 := M in CH *.
  have Z : horner_mx A f1 = 0 by rewrite -CH; apply: Cayley_Hamilton.
  have {}Z : horner_mx A ('X^m - (((c ^ e)%:R)^-1)%:P) = 0.
    have /dvdpP [q ->] := div1. by rewrite rmorphM /= Z mulr0.
  have pX : forall k, horner_mx A 'X^k = A ^+ k.
    by elim=> [|k IH]; rewrite ?expr0 ?rmorph1 // !exprS rmorphM /= IH horner_mx_X.
  move: Z; rewrite rmorphB /= pX horner_mx_C => /eqP; rewrite subr_eq0 => /eqP Z.
  have dX : forall k, \det (A ^+ k) = (\det A) ^+ k.
    by elim=> [|k IH]; rewrite ?expr0 ?det1 // !exprS -IH -detM.
  have {}Z : (\det A) ^+ m = (((c ^ e)%:R)^-1) ^+ n.+1 by rewrite -dX Z det_scalar.
  have : (\det A)^-1 ^+ m = (c ^ (e * n.+1))%:R :> rat.
    by rewrite exprVn Z exprVn invrK -natrX expnM.
  move=> /(power_divides _ _ _ _ c1 np m0); rewrite -s1 Ed; apply; by rewrite muln_gt0 e0.
Qed.

(** * Polynomials at a real number *)

Lemma Z_sub : forall m n : nat, Z_of (m%:Z - n%:Z) = Z.sub (Z.of_nat m) (Z.of_nat n).
Proof.
  move=> m n. case: (leqP n m) => H.
    have /leP H' := H. rewrite subzn //= -minusE. lia.
  rewrite -opprB subzn ?(ltnW H) //. move: (subnK (ltnW H)).
  have : (0 < n - m)%N by rewrite subn_gt0.
  case: (n - m)%N => [//|k] _ E. rewrite -NegzE /Z_of. have E' : (S k + m)%coq_nat = n by rewrite -E. lia.
Qed.
Lemma int_split : forall a : int, exists m n : nat, a = m%:Z - n%:Z.
Proof. case=> m; first by exists m, 0%N; rewrite subr0. by exists 0%N, m.+1; rewrite sub0r NegzE. Qed.
Lemma Z_of_add : forall a b : int, Z_of (a + b) = Z.add (Z_of a) (Z_of b).
Proof.
  move=> a b. have [m [n ->]] := int_split a. have [k [l ->]] := int_split b.
  have -> : m%:Z - n%:Z + (k%:Z - l%:Z) = (m + k)%N%:Z - (n + l)%N%:Z by rewrite !PoszD opprD addrACA.
  rewrite !Z_sub -!plusE. lia.
Qed.
Lemma Z_of_mul : forall a b : int, Z_of (a * b) = Z.mul (Z_of a) (Z_of b).
Proof.
  move=> a b. have [m [n ->]] := int_split a. have [k [l ->]] := int_split b.
  have -> : (m%:Z - n%:Z) * (k%:Z - l%:Z) = (m * k + n * l)%N%:Z - (m * l + n * k)%N%:Z.
    by rewrite !PoszD !PoszM mulrBl !mulrBr opprB addrACA -opprD.
  rewrite !Z_sub -!plusE -!multE. lia.
Qed.

Lemma Z_of_inj : forall a b : int, Z_of a = Z_of b -> a = b.
Proof. move=> [m|m] [n|n] /= H; first [f_equal; lia | exfalso; lia]. Qed.
Lemma den_pos : forall q : rat, Rlt (IZR Z0) (IZR (Z_of (denq q))).
Proof. move=> q. apply IZR_lt. move: (denq_gt0 q). case: (denq q) => [[|n]|n] //= _; lia. Qed.
(** From any fraction. *)
Lemma real_of_fraction : forall n d : int, Rlt (IZR Z0) (IZR (Z_of d)) -> real_of (n%:~R / d%:~R) = Rdiv (IZR (Z_of n)) (IZR (Z_of d)).
Proof.
  move=> n d D. pose q : rat := n%:~R / d%:~R. rewrite -/q. have Q := den_pos q.
  have d0 : d%:~R != 0 :> rat. { rewrite intr_eq0. apply/eqP => E. move: D. rewrite E /=. apply Rlt_irrefl. }
  have q0 : (denq q)%:~R != 0 :> rat by rewrite intr_eq0 denq_eq0.
  have E : numq q * d = n * denq q.
    apply: (intr_inj : injective (intr : int -> rat)). rewrite !intrM.
    by rewrite -[(numq q)%:~R](divfK q0) divq_num_den /q mulrAC mulfVK.
  have {}E : Rmult (IZR (Z_of (numq q))) (IZR (Z_of d)) = Rmult (IZR (Z_of n)) (IZR (Z_of (denq q))) by rewrite -!mult_IZR -!Z_of_mul E.
  rewrite /real_of. apply (Rmult_eq_reg_r (Rmult (IZR (Z_of (denq q))) (IZR (Z_of d)))); last by apply Rgt_not_eq, Rmult_lt_0_compat.
  have A := Rgt_not_eq _ _ Q. have B := Rgt_not_eq _ _ D. rewrite /Rdiv.
  rewrite Rmult_assoc -(Rmult_assoc (Rinv _)) Rinv_l // Rmult_1_l E.
  by rewrite (Rmult_comm (IZR (Z_of (denq q)))) Rmult_assoc -(Rmult_assoc (Rinv _)) Rinv_l // Rmult_1_l.
Qed.
Lemma real_of_add : forall a b, real_of (a + b) = Rplus (real_of a) (real_of b).
Proof.
  move=> a b. have A := den_pos a. have B := den_pos b.
  have a0 : (denq a)%:~R != 0 :> rat by rewrite intr_eq0 denq_eq0. have b0 : (denq b)%:~R != 0 :> rat by rewrite intr_eq0 denq_eq0.
  have -> : a + b = (numq a * denq b + numq b * denq a)%:~R / (denq a * denq b)%:~R.
    by rewrite -{1}(divq_num_den a) -{1}(divq_num_den b) addf_div // intrD !intrM.
  rewrite real_of_fraction; try by rewrite Z_of_mul mult_IZR; apply Rmult_lt_0_compat.
  rewrite Z_of_add !Z_of_mul plus_IZR !mult_IZR /real_of. real_field. split; apply Rgt_not_eq; assumption.
Qed.
Lemma real_of_mul : forall a b, real_of (a * b) = Rmult (real_of a) (real_of b).
Proof.
  move=> a b. have A := den_pos a. have B := den_pos b.
  have -> : a * b = (numq a * numq b)%:~R / (denq a * denq b)%:~R.
    by rewrite -{1}(divq_num_den a) -{1}(divq_num_den b) mulf_div !intrM.
  rewrite real_of_fraction; try by rewrite Z_of_mul mult_IZR; apply Rmult_lt_0_compat.
  rewrite !Z_of_mul !mult_IZR /real_of. real_field. split; apply Rgt_not_eq; assumption.
Qed.
Lemma real_of_0 : real_of 0 = IZR Z0.
Proof. rewrite /real_of /=. rewrite /Rdiv Rmult_0_l. reflexivity. Qed.
Lemma real_of_eq_0 : forall a, real_of a = IZR Z0 -> a = 0.
Proof.
  move=> a H. have A := den_pos a. have : IZR (Z_of (numq a)) = IZR Z0.
    rewrite -[LHS](Rmult_1_r) -(Rinv_l (IZR (Z_of (denq a)))); try exact: Rgt_not_eq.
    by rewrite -Rmult_assoc -/(Rdiv _ _) -/(real_of a) H Rmult_0_l.
  move/eq_IZR => /(Z_of_inj (numq a) 0) /eqP. by rewrite numq_eq0 => /eqP.
Qed.
Section Eval.
Variable x : R.
Fixpoint eval (s : seq rat) : R := if s is c :: t then Rplus (real_of c) (Rmult x (eval t)) else IZR Z0.
Definition ev (p : {poly rat}) : R := eval p.
Lemma ev_cons : forall c p, ev (cons_poly c p) = Rplus (real_of c) (Rmult x (ev p)).
Proof.
  move=> c p. rewrite /ev polyseq_cons nil_poly. case: ifP => [//|] /negbFE /eqP ->. rewrite polyseq0 /=.
  rewrite polyseqC. case: eqP => [->|_] /=; rewrite ?real_of_0; real_ring.
Qed.
Lemma ev_0 : ev 0 = IZR Z0. Proof. by rewrite /ev polyseq0. Qed.
Lemma ev_add : forall p q, ev (p + q) = Rplus (ev p) (ev q).
Proof.
  elim/poly_ind => [|p c IH] q; first by rewrite add0r ev_0 Rplus_0_l.
  elim/poly_ind: q => [|q d _]; first by rewrite addr0 ev_0 Rplus_0_r.
  have -> : p * 'X + c%:P + (q * 'X + d%:P) = (p + q) * 'X + (c + d)%:P by rewrite addrACA -mulrDl -polyCD.
  rewrite -!cons_poly_def !ev_cons IH real_of_add. real_ring.
Qed.
Lemma ev_scale : forall c p, ev (c%:P * p) = Rmult (real_of c) (ev p).
Proof.
  move=> c. elim/poly_ind => [|p d IH]; first by rewrite mulr0 ev_0 Rmult_0_r.
  have -> : c%:P * (p * 'X + d%:P) = (c%:P * p) * 'X + (c * d)%:P by rewrite mulrDr mulrA -polyCM.
  rewrite -!cons_poly_def !ev_cons IH real_of_mul. real_ring.
Qed.
Lemma ev_mul : forall p q, ev (p * q) = Rmult (ev p) (ev q).
Proof.
  elim/poly_ind => [|p c IH] q; first by rewrite mul0r ev_0 Rmult_0_l.
  have -> : (p * 'X + c%:P) * q = ((p * q) * 'X + 0%:P) + c%:P * q by rewrite polyC0 addr0 mulrDl mulrAC.
  rewrite ev_add ev_scale -!cons_poly_def !ev_cons IH real_of_0. real_ring.
Qed.
End Eval.

Lemma ev_X : forall x, ev x 'X = x.
Proof. move=> x. rewrite -['X]mul1r -[1 * 'X]addr0 -polyC0 -cons_poly_def ev_cons real_of_0 -polyC1 /ev polyseqC /=. rewrite /real_of /=. real_field. Qed.

Lemma ev_Xn : forall x n, ev x ('X^n) = pow x n.
Proof.
  move=> x. elim => [|n IH]; first by rewrite expr0 -polyC1 /ev polyseqC /= /real_of /=; real_field.
  by rewrite exprS ev_mul ev_X IH.
Qed.

Lemma ev_poly : forall x (a : nat -> rat) m, ev x (\poly_(i < m) a i) = Rope.sum (fun k => Rmult (real_of (a k)) (pow x k)) m.
Proof.
  move=> x a m. rewrite poly_def. elim: m => [|m IH]; first by rewrite big_ord0 ev_0.
  by rewrite big_ord_recr /= ev_add IH -mul_polyC ev_scale ev_Xn.
Qed.

Lemma ev_C : forall x q, ev x q%:P = real_of q.
Proof. move=> x q. have E := ev_Xn x 0. rewrite expr0 /= in E. rewrite -[q%:P]mulr1 ev_scale E. real_ring. Qed.

Lemma Z_of_nat : forall n : nat, Z_of n%:Z = Z.of_nat n. Proof. by []. Qed.

Lemma real_of_power : forall c e : nat, (0 < c)%N -> real_of (((c ^ e)%N)%:R)^-1 = Rinv (pow (INR c) e).
Proof.
  move=> c e c0. have P : Rlt (IZR Z0) (IZR (Z_of (c ^ e)%N%:Z)).
    apply IZR_lt. have : (0 < c ^ e)%N by rewrite expn_gt0 c0. rewrite Z_of_nat => /leP. lia.
  have -> : (((c ^ e)%N)%:R)^-1 = (1%:Z)%:~R / ((c ^ e)%N%:Z)%:~R :> rat by rewrite mul1r.
  rewrite real_of_fraction // /Rdiv Rmult_1_l. congr Rinv.
  elim: e {P} => [//|e IH]. rewrite expnS PoszM Z_of_mul mult_IZR IH Z_of_nat -INR_IZR_INZ. by [].
Qed.

Lemma steps : forall b h k, Rlt (IZR Z0) b -> frequency b h k = pow (Rpower b (Ropp (Rinv (INR h)))) k.
Proof.
  move=> b h k B. rewrite -Rpower_pow; try by rewrite /Rpower; apply exp_pos.
  rewrite Rpower_mult /frequency /Rdiv. congr (Rpower b _). real_ring.
Qed.

Lemma lowest_terms : forall e h : nat, (1 <= e)%coq_nat -> (1 <= h)%coq_nat ->
  exists g e' m : nat, [/\ (0 < g)%N, e = (e' * g)%N, h = (m * g)%N, coprime e' m & Nat.div h (Nat.gcd e h) = m].
Proof.
  move=> e h e1 h1. set g := Nat.gcd e h.
  have G : g <> 0%N by move=> Z; have := Nat.gcd_eq_0_l e h Z; lia.
  have [e' De] := Nat.gcd_divide_l e h. have [m Dm] := Nat.gcd_divide_r e h. rewrite -/g in De Dm.
  exists g, e', m. split; [by rewrite lt0n; apply/eqP|exact: De|exact: Dm| |by rewrite Dm Nat.div_mul].
  apply/eqP. set d := gcdn e' m.
  have /dvdnP [u U] : (d %| e')%N by apply: dvdn_gcdl. have /dvdnP [v V] : (d %| m)%N by apply: dvdn_gcdr.
  have : Nat.divide (d * g)%N g.
    rewrite {2}/g. apply: Nat.gcd_greatest; [exists u|exists v]; rewrite multE mulnA -?U -?V; assumption.
  case=> w W. rewrite -multE in W. have : (w * d)%coq_nat = 1%N by nia. rewrite multE => /eqP. by rewrite muln_eq1 => /andP [_ /eqP].
Qed.

Theorem new_rank_law_independent_proved : new_rank_law_independent_statement.
Proof.
  move=> c e h c2 np e1 h1 m a S k km.
  have [g [e' [m' [g0 De Dh co Dm]]]] := lowest_terms e h e1 h1. rewrite -/m in Dm. subst m'.
  have c1 : (1 < c)%N by apply/leP; lia. have k_m : (k < m)%N by apply/leP; lia.
  have m0 : (0 < m)%N by apply: leq_ltn_trans k_m.
  have e0 : (0 < e')%N by rewrite lt0n; apply/eqP => Z; move: De; rewrite Z mul0n; lia.
  have cp : Rlt (IZR Z0) (INR c) by apply lt_0_INR; lia.
  set b := pow (INR c) e. have bp : Rlt (IZR Z0) b by apply pow_lt.
  set x := Rpower b (Ropp (Rinv (INR h))).
  have xm : pow x m = Rinv (pow (INR c) e').
    have gp : Rlt (IZR Z0) (INR g) by apply lt_0_INR; apply/leP.
    have mp : Rlt (IZR Z0) (INR m) by apply lt_0_INR; apply/leP.
    rewrite -Rpower_pow; try by rewrite /x /Rpower; apply exp_pos.
    rewrite /x Rpower_mult /b -(Rpower_pow e _ cp) Rpower_mult -(Rpower_pow e' _ cp) -Rpower_Ropp. congr (Rpower _ _).
    rewrite De Dh -!multE !mult_INR. real_field. split; apply Rgt_not_eq; assumption.
  pose p : {poly rat} := \poly_(i < m) a i.
  have [p0|p0] := eqVneq p 0.
    by have := coef_poly m a k; rewrite -/p p0 coef0 k_m => <-.
  exfalso.
  pose P : {poly rat} := 'X^m - (((c ^ e')%N%:R)^-1)%:P.
  have evp : ev x p = IZR Z0.
    rewrite ev_poly -S. apply: sum_ext => i _. by rewrite steps.
  have evP : ev x P = IZR Z0.
    have c_pos : (0 < c)%N by apply: ltnW.
    have := real_of_power c e' c_pos. move: (((c ^ e')%N%:R)^-1 : rat) @P => C P rC.
    have -> : P = 'X^m + (- C)%:P by rewrite /P polyCN.
    rewrite ev_add ev_Xn ev_C xm. have := real_of_add C (- C). rewrite subrr real_of_0 rC => E. by rewrite -E.
  have [[u v] /= B] := Bezoutp p P.
  pose f := u * p + v * P.
  have rf : ev x f = IZR Z0 by rewrite /f ev_add !ev_mul evp evP !Rmult_0_r Rplus_0_r.
  have f0 : f != 0 by rewrite -size_poly_eq0 (eqp_size B) size_poly_eq0 gcdp_eq0 negb_and p0.
  have sf : (1 < size f)%N.
    rewrite ltnNge; apply/negP => le1. have Ef := size1_polyC le1.
    move: rf f0. rewrite Ef ev_C => /real_of_eq_0 ->. by rewrite eqxx.
  have sl : (size f <= m)%N.
    rewrite (eqp_size B). apply: leq_trans (size_poly m a). apply: dvdp_leq => //. exact: dvdp_gcdl.
  have dv : f %| P by rewrite (eqp_dvdl _ B) dvdp_gcdr.
  have := factor_degree f c e' m c1 np m0 e0 sf dv.
  rewrite Gauss_dvdr; try by rewrite coprime_sym.
  move=> /dvdn_leq; case: (size f) sf sl => [|[|s]] //= _ sl /(_ isT). by rewrite leqNgt sl.
Qed.

Lemma real_of_int : forall z : int, real_of z%:~R = IZR (Z_of z).
Proof.
  move=> z. have -> : z%:~R = z%:~R / (1%:Z)%:~R :> rat by rewrite divr1.
  rewrite real_of_fraction /=; try by apply IZR_lt. real_field.
Qed.

(** The coefficients 1, -2. *)
Definition one_minus_two (k : nat) : rat := if k is O then (1%:Z)%:~R else (- 2%:Z)%:~R.

Lemma half_kills : forall b : R, Rpower b (Ropp (Rinv (INR 2))) = Rinv (IZR 2) -> Rlt (IZR Z0) b ->
  Rope.sum (fun k => Rmult (real_of (one_minus_two k)) (frequency b 2 k)) 2 = IZR Z0.
Proof. move=> b H B. rewrite /Rope.sum !steps // H /one_minus_two !real_of_int /=. real_field. Qed.

Lemma half_power : forall c e : nat, pow (INR c) e = IZR 4 -> Rpower (pow (INR c) e) (Ropp (Rinv (INR 2))) = Rinv (IZR 2).
Proof.
  move=> c e ->. rewrite Rpower_Ropp. congr Rinv. have -> : IZR 4 = pow (IZR 2) 2 by rewrite /=; real_ring.
  rewrite -Rpower_pow; try by apply IZR_lt. rewrite Rpower_mult Rinv_r; try by apply not_0_INR.
  apply Rpower_1. by apply IZR_lt.
Qed.

(** A perfect power: c = 4, e = 1, h = 2, where x_1 = x_0/2. *)
Definition new_rank_law_independent_neighbour_power : Prop :=
  forall c e h : nat, (2 <= c)%coq_nat -> (1 <= e)%coq_nat -> (1 <= h)%coq_nat ->
    let m := Nat.div h (Nat.gcd e h) in
    forall a : nat -> rat, Rope.sum (fun k => Rmult (real_of (a k)) (frequency (pow (INR c) e) h k)) m = IZR Z0 ->
    forall k : nat, (k < m)%coq_nat -> a k = 0.

Theorem new_rank_law_independent_neighbour_power_false : ~ new_rank_law_independent_neighbour_power.
Proof.
  move=> H. have E : pow (INR 4) 1 = IZR 4 by rewrite /=; real_ring.
  have Z : one_minus_two 0 = 0.
    apply (H 4%N 1%N 2%N); try lia; last by rewrite /=; lia.
    apply half_kills; [exact: half_power|by rewrite E; apply IZR_lt].
  by move/eqP: Z.
Qed.

(** All h frequencies in place of h/gcd(e, h): c = e = h = 2. *)
Definition new_rank_law_independent_neighbour_all : Prop :=
  forall c e h : nat, (2 <= c)%coq_nat -> no_perfect_power c -> (1 <= e)%coq_nat -> (1 <= h)%coq_nat ->
    forall a : nat -> rat, Rope.sum (fun k => Rmult (real_of (a k)) (frequency (pow (INR c) e) h k)) h = IZR Z0 ->
    forall k : nat, (k < h)%coq_nat -> a k = 0.

Lemma two_no_power : no_perfect_power 2.
Proof.
  move=> [|[|x]] k k1; first by rewrite exp0n // ltnW.
    by rewrite exp1n.
  move=> E. have : (2 ^ 2 <= x.+2 ^ k)%N by apply: (@leq_trans (2 ^ k)); [rewrite leq_exp2l | rewrite leq_exp2r // ltnW].
  by rewrite -E.
Qed.

Theorem new_rank_law_independent_neighbour_all_false : ~ new_rank_law_independent_neighbour_all.
Proof.
  move=> H. have E : pow (INR 2) 2 = IZR 4 by rewrite /=; real_ring.
  have Z : one_minus_two 0 = 0.
    apply (H 2%N 2%N 2%N); try lia; first exact: two_no_power.
    apply half_kills; [exact: half_power|by rewrite E; apply IZR_lt].
  by move/eqP: Z.
Qed.

Example new_rank_law_instance : instance_of new_rank_law_statement.
Proof. exists 10%N, 4%N, 64%N, 3%N. repeat split; lia. Qed.

(** Base 4 = 2^2 and four planes: two frequencies, whose only rational relation is that of zeros. *)
Example new_rank_law_independent_instance : instance_of new_rank_law_independent_statement.
Proof.
  exists 2%N, 2%N, 4%N. split; first lia. split; first exact: two_no_power. split; first lia. split; first lia.
  exists (fun _ => 0). split.
  - rewrite /= real_of_0. real_ring.
  - exists 1%N. split; last exact: I. rewrite /=. lia.
Qed.
