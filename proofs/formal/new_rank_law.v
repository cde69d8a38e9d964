(** new.rank-law, new.rank-law.independent: the frequencies of a base that is a power span few dimensions over the rationals, and exactly so many.

    Statement. Base b = c^e, h planes, frequencies x_k = b^(-k/h); g = gcd(e, h), m = h/g. Then x_(k+m) = x_k / c^(e/g): m frequencies span all. And the
    first m are independent: let z be an element of a field that has an order or a modulus, as R and C have (mathcomp's numFieldType), with z^m = c^(-e'), e' and m coprime, c > 1 no
    perfect power. Then no sum of a_k z^k, k < m, with rational a_k is 0 unless all a_k are. In R: z = b^(-1/h), e' = e/g.
    Idea: a relation of degree below m has a factor f in common with X^m - c^(-e'). The companion matrix M of f has M^m = c^(-e'), so det(M)^m = c^(-e' deg f) with a
    rational det M; this makes m divide e' deg f, c being no perfect power. *)

From Coq Require Import Reals Lra Lia PeanoNat.
From RopeTheory Require Import Rope.
Open Scope R_scope.

(** The k-th frequency of a rotation of h planes. *)
Definition frequency (b : R) (h k : nat) : R := Rpower b (- INR k / INR h).

Definition new_rank_law_statement : Prop :=
  forall c e h k : nat, (2 <= c)%nat -> (1 <= e)%nat -> (1 <= h)%nat ->
    let g := Nat.gcd e h in
    frequency (INR c ^ e) h (k + h / g)%nat = frequency (INR c ^ e) h k / INR c ^ (e / g)%nat.

Theorem new_rank_law_proved : new_rank_law_statement.
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

(** The whole of b in place of a part of it: for b = 2^2, h = 2 the next frequency is 1/2 of the first, not 1/4. *)
Definition new_rank_law_neighbour_exponent : Prop :=
  forall c e h k : nat, (2 <= c)%nat -> (1 <= e)%nat -> (1 <= h)%nat ->
    let g := Nat.gcd e h in frequency (INR c ^ e) h (k + h / g)%nat = frequency (INR c ^ e) h k / INR c ^ e.

Theorem new_rank_law_neighbour_exponent_false : ~ new_rank_law_neighbour_exponent.
Proof.
  intro H. specialize (H 2%nat 2%nat 2%nat 0%nat ltac:(lia) ltac:(lia) ltac:(lia)).
  pose proof (new_rank_law_proved 2%nat 2%nat 2%nat 0%nat ltac:(lia) ltac:(lia) ltac:(lia)) as P. simpl in H, P. rewrite H in P. clear H.
  rewrite frequency_first in P by lra. lra.
Qed.

Close Scope R_scope.
Set Warnings "-notation-overridden,-ambiguous-paths".
From mathcomp Require Import all_ssreflect all_algebra.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** No k-th power with k > 1. *)
Definition no_perfect_power (c : nat) : Prop := forall x k : nat, (1 < k)%N -> c <> (x ^ k)%N.

Definition new_rank_law_independent_statement : Prop :=
  forall (F : numFieldType) (z : F) (c e m : nat), (1 < c)%N -> no_perfect_power c -> (0 < m)%N -> coprime e m ->
    z ^+ m = ((c ^ e)%:R)^-1 ->
    forall a : nat -> rat, \sum_(k < m) ratr (a k) * z ^+ k = 0 -> forall k, (k < m)%N -> a k = 0.

(** A rational whose power is a whole number is one. *)
Lemma whole_root : forall (r : rat) (c k : nat), (0 < k)%N -> r ^+ k = c%:R -> exists x : nat, (x ^ k)%N = c.
Proof.
  move=> r c k k0 E. have D0 : (denq r)%:~R != 0 :> rat by rewrite intr_eq0 denq_eq0.
  have Q : numq r ^+ k = c%:Z * denq r ^+ k.
    apply: (@intr_inj [numDomainType of rat]).
    rewrite intrM !rmorphX /= [X in X * _](_ : _ = r ^+ k); last by rewrite E.
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
  move: Z; rewrite rmorphB rmorphX /= horner_mx_X horner_mx_C => /eqP; rewrite subr_eq0 => /eqP Z.
  have dX : forall k, \det (A ^+ k) = (\det A) ^+ k.
    by elim=> [|k IH]; rewrite ?expr0 ?det1 // !exprS -IH -detM.
  have {}Z : (\det A) ^+ m = (((c ^ e)%:R)^-1) ^+ n.+1 by rewrite -dX Z det_scalar.
  have : (\det A)^-1 ^+ m = (c ^ (e * n.+1))%:R :> rat.
    by rewrite exprVn Z exprVn invrK -natrX expnM.
  move=> /(power_divides _ _ _ _ c1 np m0); rewrite -s1 Ed; apply; by rewrite muln_gt0 e0.
Qed.

Theorem new_rank_law_independent_proved : new_rank_law_independent_statement.
Proof.
  move=> F z c e m c1 np m0 co Zm a S k km.
  pose p : {poly rat} := \poly_(i < m) a i.
  have [p0|p0] := eqVneq p 0.
    by have := coef_poly m a k; rewrite -/p p0 coef0 km => <-.
  exfalso.
  pose P : {poly rat} := 'X^m - (((c ^ e)%:R)^-1)%:P.
  have rp : root (map_poly (ratr : rat -> F) p) z.
    rewrite /root (horner_coef_wide z (n := m)); last by rewrite size_map_poly size_poly.
    rewrite -[X in _ == X]S; apply/eqP/eq_bigr => i _. by rewrite coef_map /= coef_poly ltn_ord.
  have rP : root (map_poly (ratr : rat -> F) P) z.
    by rewrite /root /P rmorphB rmorphX /= map_polyX map_polyC /= !hornerE hornerXn Zm fmorphV rmorph_nat subrr.
  have : root (map_poly (ratr : rat -> F) (gcdp p P)) z by rewrite gcdp_map root_gcd rp rP.
  set f := gcdp p P => rf.
  have f0 : f != 0 by rewrite gcdp_eq0 negb_and p0.
  have sf : (1 < size f)%N.
    rewrite ltnNge; apply/negP => le1. have [x fx] : exists x, f = x%:P by exists f`_0; apply: size1_polyC.
    move: rf f0; rewrite fx map_polyC /= rootC => /eqP. by move/eqP; rewrite fmorph_eq0 polyC_eq0 => ->.
  have sl : (size f <= m)%N by apply: leq_trans (size_poly m a); apply: dvdp_leq => //; apply: dvdp_gcdl.
  case: (posnP e) => [e0|e0].
    move: co; rewrite e0 /coprime gcd0n => /eqP m1.
    by move: sl; rewrite m1 leqNgt sf.
  have := factor_degree f c e m c1 np m0 e0 sf (dvdp_gcdr _ _).
  rewrite Gauss_dvdr; last by rewrite coprime_sym.
  move=> /dvdn_leq; case: (size f) sf sl => [|[|s]] //= _ sl /(_ isT). by rewrite leqNgt sl.
Qed.

(** A perfect power: c = 4, e = 1, m = 2, z = 1/2: 1 - 2z = 0. *)
Definition new_rank_law_independent_neighbour_power : Prop :=
  forall (F : numFieldType) (z : F) (c e m : nat), (1 < c)%N -> (0 < m)%N -> coprime e m -> z ^+ m = ((c ^ e)%:R)^-1 ->
    forall a : nat -> rat, \sum_(k < m) ratr (a k) * z ^+ k = 0 -> forall k, (k < m)%N -> a k = 0.

Theorem new_rank_law_independent_neighbour_power_false : ~ new_rank_law_independent_neighbour_power.
Proof.
  move=> H. have := H [numFieldType of rat] (2%:R^-1) 4%N 1%N 2%N isT isT isT.
  rewrite exprVn -natrX => /(_ erefl (fun k => if k == 0%N then 1 else - 2%:R)).
  rewrite !big_ord_recl big_ord0 /= => /(_ _ 0%N isT) Q. have : (1 : rat) = 0 by apply: Q; rewrite /ratr /=; vm_compute.
  by move/eqP; rewrite oner_eq0.
Qed.

(** e and m with a common factor: c = 2, e = m = 2, z = 1/2. *)
Definition new_rank_law_independent_neighbour_factor : Prop :=
  forall (F : numFieldType) (z : F) (c e m : nat), (1 < c)%N -> no_perfect_power c -> (0 < m)%N -> z ^+ m = ((c ^ e)%:R)^-1 ->
    forall a : nat -> rat, \sum_(k < m) ratr (a k) * z ^+ k = 0 -> forall k, (k < m)%N -> a k = 0.

Lemma two_no_power : no_perfect_power 2.
Proof.
  move=> [|[|x]] k k1; first by rewrite exp0n // ltnW.
    by rewrite exp1n.
  move=> E. have : (2 ^ 2 <= x.+2 ^ k)%N by apply: (@leq_trans (2 ^ k)); [rewrite leq_exp2l | rewrite leq_exp2r // ltnW].
  by rewrite -E.
Qed.

Theorem new_rank_law_independent_neighbour_factor_false : ~ new_rank_law_independent_neighbour_factor.
Proof.
  move=> H. have := H [numFieldType of rat] (2%:R^-1) 2%N 2%N 2%N isT two_no_power isT.
  rewrite exprVn -natrX => /(_ erefl (fun k => if k == 0%N then 1 else - 2%:R)).
  rewrite !big_ord_recl big_ord0 /= => /(_ _ 0%N isT) Q. have : (1 : rat) = 0 by apply: Q; rewrite /ratr /=; vm_compute.
  by move/eqP; rewrite oner_eq0.
Qed.
