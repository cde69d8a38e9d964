(** new.precision-cliff.retrieval (new; on U26, Appendix F.2.2): T_Retrieval with every step rounded.

    Statement.  T_Retrieval with 8 letters at theta = omega/(4n), with every step in bfloat16 (float32, float64), keeps every
    match ahead of every key with another left letter, for letter-pair queries, at every length n up to 2^40.

    Idea: phases stay below a quarter of the letter spacing, omega/4 = pi/16, and are off by a relative (1 + u)^3 - 1.
    With four more roundings of each product a rotated coordinate is off by at most 0.0192 and a logit by 0.06; a match
    leads another letter by cos(omega/4) - cos(3 omega/4) > 0.149.
    Encoding: the steps of new_precision_cliff_retrieval_shared_letter.v for p bits, p = 8, 24, 53: to nearest even without
    underflow or overflow, of which there is none up to 2^40 in these formats; sums of the dot product in 24 bits at least;
    cos and sin of the library are any functions within 2^-21.  Every query of every input, letter pair or not. *)

From Coq Require Import Reals ZArith Lra Lia.
From Flocq Require Import Core.
From RopeTheory Require Import IntervalZ.
From RopeTheory Require Import Rope Trig Heads Circle u26_retrieval_max new_precision_cliff new_cached_keys_drift
  new_precision_cliff_cache_corrected new_precision_cliff_retrieval_shared_letter Instances.
Open Scope R_scope.

(** The vector v at position m after RoPE, and the logit, as computed in p bits. *)
Definition rotated_in (p : Z) (cosine sine : R -> R) (theta : R) (v : vec) (m : nat) : vec :=
  let fl := round_to p in
  let phase := fl (fl (INR m) * fl theta) in
  let c := fl (cosine phase) in
  let s := fl (sine phase) in
  let x := fl (fst v) in
  let y := fl (snd v) in
  (fl (fl (c * x) - fl (s * y)), fl (fl (s * x) + fl (c * y))).

Definition computed_in {T : Type} (p : Z) (cosine sine : R -> R) (h : plane T) (x : T) (i : nat) (y : T) (j : nat) : R :=
  let wide := round_to (Z.max p 24) in
  let q := rotated_in p cosine sine (frequency h) (query h x) i in
  let k := rotated_in p cosine sine (frequency h) (key h y) j in
  round_to p (wide (wide (fst q * fst k) + wide (snd q * snd k))).

Remark in_bfloat16 : forall T cosine sine (h : plane T) x i y j, computed_in 8 cosine sine h x i y j = computed_logit cosine sine h x i y j.
Proof. reflexivity. Qed.

Definition new_precision_cliff_retrieval_statement : Prop :=
  forall (p : Z) (cosine sine : R -> R), (p = 8 \/ p = 24 \/ p = 53)%Z -> accurate cos cosine -> accurate sin sine ->
    forall (n : nat) (s : nat -> pair), (Z.of_nat n <= 2 ^ 40)%Z -> over_alphabet 8 s n ->
      forall j k, within n j -> is_match s n j -> within n k -> ~ is_match s n k ->
        let l i := computed_in p cosine sine (retrieval_plane 8 (spacing 8 / (4 * INR n))) (s n) n (s i) i in l k < l j.

(** * How far a coordinate is off *)

Lemma factor : forall p x, (8 <= p)%Z -> exists d, Rabs d <= / 256 /\ round_to p x = x * (1 + d).
Proof.
  intros p x P. destruct (rounding_factor p x P) as (d & D & E). exists d. split; [|exact E]. eapply Rle_trans; [exact D|].
  apply (bpow_le radix2 (- p) (-8)). lia.
Qed.

Lemma wide_factor : forall p x, exists d, Rabs d <= / 16777216 /\ round_to (Z.max p 24) x = x * (1 + d).
Proof.
  intros p x. destruct (rounding_factor (Z.max p 24) x ltac:(lia)) as (d & D & E). exists d. split; [|exact E]. eapply Rle_trans; [exact D|].
  apply (bpow_le radix2 _ (-24)). lia.
Qed.

Lemma product_abs : forall x y m n, Rabs x <= m -> Rabs y <= n -> Rabs (x * y) <= m * n.
Proof. intros x y m n X Y. rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; assumption. Qed.

Lemma sum_abs : forall x y m n, Rabs x <= m -> Rabs y <= n -> Rabs (x + y) <= m + n.
Proof. intros x y m n X Y. eapply Rle_trans; [apply Rabs_triang|]. lra. Qed.

Lemma three : forall a b c, Rabs a <= / 256 -> Rabs b <= / 256 -> Rabs c <= / 256 -> Rabs ((1 + a) * (1 + b) * (1 + c) - 1) <= 0.01177.
Proof. intros a b c A B C. eapply Rle_trans; [apply (three_factors (/ 256)); lra || assumption|]. lra. Qed.

Lemma four : forall a b c d, Rabs a <= / 256 -> Rabs b <= / 256 -> Rabs c <= / 256 -> Rabs d <= / 256 ->
  Rabs ((1 + a) * (1 + b) * (1 + c) * (1 + d) - 1) <= 0.0158.
Proof.
  intros a b c d A B C D. pose proof (three a b c A B C) as T. set (x := (1 + a) * (1 + b) * (1 + c) - 1) in *.
  replace ((1 + a) * (1 + b) * (1 + c) * (1 + d) - 1) with (x + d + x * d) by (unfold x; ring).
  eapply Rle_trans; [apply (sum_abs _ _ (0.01177 + / 256) (0.01177 * / 256)); [apply sum_abs; assumption|apply product_abs; assumption]|]. lra.
Qed.

Lemma unit_sum : forall x y, x * x + y * y = 1 -> Rabs x + Rabs y <= 1.4143.
Proof.
  intros x y U. pose proof (Rabs_pos x). pose proof (Rabs_pos y).
  assert (S : forall z, Rabs z * Rabs z = z * z) by (intro z; rewrite <- Rabs_mult; apply Rabs_right, Rle_ge, Rle_0_sqr).
  pose proof (S x). pose proof (S y). pose proof (Rle_0_sqr (Rabs x - Rabs y)) as Q. unfold Rsqr in Q. nra.
Qed.

Lemma unit_product : forall c s x y, c * c + s * s = 1 -> x * x + y * y = 1 -> Rabs c * Rabs x + Rabs s * Rabs y <= 1.
Proof.
  intros c s x y C U. assert (S : forall z, Rabs z * Rabs z = z * z) by (intro z; rewrite <- Rabs_mult; apply Rabs_right, Rle_ge, Rle_0_sqr).
  pose proof (S x). pose proof (S y). pose proof (S c). pose proof (S s).
  pose proof (Rle_0_sqr (Rabs c - Rabs x)) as Q. pose proof (Rle_0_sqr (Rabs s - Rabs y)) as Q'. unfold Rsqr in *. lra.
Qed.

Lemma coordinate_off : forall c s x y c1 s1 e f, c * c + s * s = 1 -> x * x + y * y = 1 ->
  Rabs (c1 - c) <= 0.00232 -> Rabs (s1 - s) <= 0.00232 -> Rabs e <= 0.0158 -> Rabs f <= 0.0158 ->
  Rabs (c1 * x * (1 + e) + s1 * y * (1 + f) - (c * x + s * y)) <= 0.0192.
Proof.
  intros c s x y c1 s1 e f C U D D' E F. pose proof (unit_sum x y U) as Sum. pose proof (unit_product c s x y C U) as Prod.
  pose proof (Rabs_pos x) as X0. pose proof (Rabs_pos y) as Y0. pose proof (Rabs_pos c) as C0. pose proof (Rabs_pos s) as S0.
  replace (c1 * x * (1 + e) + s1 * y * (1 + f) - (c * x + s * y))
    with ((c1 - c) * x + (s1 - s) * y + ((c1 - c) * x * e + (s1 - s) * y * f) + (c * x * e + s * y * f)) by ring.
  pose proof (product_abs (c1 - c) x 0.00232 (Rabs x) D (Rle_refl _)) as A. pose proof (product_abs (s1 - s) y 0.00232 (Rabs y) D' (Rle_refl _)) as B.
  pose proof (product_abs _ e _ _ A E) as A'. pose proof (product_abs _ f _ _ B F) as B'.
  assert (A2 : Rabs (c * x * e) <= Rabs c * Rabs x * 0.0158) by (apply product_abs; [rewrite Rabs_mult; lra|exact E]).
  assert (B2 : Rabs (s * y * f) <= Rabs s * Rabs y * 0.0158) by (apply product_abs; [rewrite Rabs_mult; lra|exact F]).
  eapply Rle_trans; [apply (sum_abs _ _ _ _ (sum_abs _ _ _ _ (sum_abs _ _ _ _ A B) (sum_abs _ _ _ _ A' B')) (sum_abs _ _ _ _ A2 B2))|]. lra.
Qed.

Lemma sin_moves : forall x y, Rabs (sin y - sin x) <= Rabs (y - x).
Proof.
  intros x y. rewrite <- !cos_shift. eapply Rle_trans; [apply (cos_moves (PI / 2 - x) (PI / 2 - y))|].
  replace (PI / 2 - y - (PI / 2 - x)) with (- (y - x)) by ring. rewrite Rabs_Ropp. lra.
Qed.

Lemma library_off : forall f library x y, accurate f library -> (forall a b, Rabs (f b - f a) <= Rabs (b - a)) ->
  Rabs (y - x) <= 0.002312 -> Rabs (library y - f x) <= 0.00232.
Proof.
  intros f library x y A M D. replace (library y - f x) with (library y - f y + (f y - f x)) by ring.
  eapply Rle_trans; [apply (sum_abs _ _ _ _ (A y) (Rle_trans _ _ _ (M x y) D))|]. 
  change (2 ^ 21) with (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2 * (2 * 1))))))))))))))))))))). lra.
Qed.

Definition unit (v : vec) : Prop := fst v * fst v + snd v * snd v = 1.

(** Each coordinate of two vectors within d. *)
Definition close (d : R) (u v : vec) : Prop := Rabs (fst u - fst v) <= d /\ Rabs (snd u - snd v) <= d.

Section Computed.
  Variables (p : Z) (cosine sine : R -> R).
  Hypothesis P : (8 <= p)%Z.
  Hypothesis Cosine : accurate cos cosine.
  Hypothesis Sine : accurate sin sine.

  Lemma rotated_close : forall theta v m, 0 <= theta -> INR m * theta <= PI / 16 -> unit v ->
    close 0.0192 (rotated_in p cosine sine theta v m) (rot (INR m * theta) v).
  Proof.
    intros theta [x y] m Th A U. unfold unit in U. unfold rotated_in, rot, close. cbv zeta. cbn [fst snd] in *.
    assert (A0 : 0 <= INR m * theta) by (apply Rmult_le_pos; [apply pos_INR|exact Th]). set (a := INR m * theta) in *.
    destruct (factor p theta P) as (d1 & D1 & ->). destruct (factor p (INR m) P) as (d2 & D2 & ->).
    destruct (factor p (INR m * (1 + d2) * (theta * (1 + d1))) P) as (d3 & D3 & ->).
    set (phase := INR m * (1 + d2) * (theta * (1 + d1)) * (1 + d3)).
    assert (Off : Rabs (phase - a) <= 0.002312).
    { replace (phase - a) with (a * ((1 + d2) * (1 + d1) * (1 + d3) - 1)) by (unfold phase, a; ring). rewrite Rabs_mult, (Rabs_right a) by lra.
      pose proof (three d2 d1 d3 D2 D1 D3) as T. assert (a <= 0.19635) by (apply Rle_trans with (PI / 16); [exact A|interval]).
      pose proof (Rabs_pos ((1 + d2) * (1 + d1) * (1 + d3) - 1)). nra. }
    pose proof (library_off cos cosine a phase Cosine cos_moves Off) as Cc. pose proof (library_off sin sine a phase Sine sin_moves Off) as Ss.
    clearbody phase. set (c1 := cosine phase) in *. set (s1 := sine phase) in *. clearbody c1 s1.
    pose proof (sin2_cos2 a) as N. unfold Rsqr in N. set (c := cos a) in *. set (s := sin a) in *.
    destruct (factor p c1 P) as (e0 & E0 & ->). destruct (factor p s1 P) as (f0 & F0 & ->).
    destruct (factor p x P) as (ex & Ex & ->). destruct (factor p y P) as (ey & Ey & ->).
    destruct (factor p (c1 * (1 + e0) * (x * (1 + ex))) P) as (e1 & E1 & ->). destruct (factor p (s1 * (1 + f0) * (y * (1 + ey))) P) as (f1 & F1 & ->).
    destruct (factor p (s1 * (1 + f0) * (x * (1 + ex))) P) as (e2 & E2 & ->). destruct (factor p (c1 * (1 + e0) * (y * (1 + ey))) P) as (f2 & F2 & ->).
    split.
    - match goal with |- context [round_to p ?z] => destruct (factor p z P) as (g & G & ->) end.
      pose proof (four e0 ex e1 g E0 Ex E1 G) as E. pose proof (four f0 ey f1 g F0 Ey F1 G) as F.
      assert (Ss' : Rabs (- s1 - - s) <= 0.00232) by (replace (- s1 - - s) with (- (s1 - s)) by ring; rewrite Rabs_Ropp; exact Ss).
      pose proof (coordinate_off c (- s) x y c1 (- s1) _ _ ltac:(lra) U Cc Ss' E F) as Z.
      match type of Z with Rabs ?z <= _ => match goal with |- Rabs ?w <= _ => replace w with z by ring end end. exact Z.
    - match goal with |- context [round_to p ?z] => destruct (factor p z P) as (g & G & ->) end.
      pose proof (four f0 ex e2 g F0 Ex E2 G) as E. pose proof (four e0 ey f2 g E0 Ey F2 G) as F.
      pose proof (coordinate_off s c x y s1 c1 _ _ ltac:(lra) U Ss Cc E F) as Z.
      match type of Z with Rabs ?z <= _ => match goal with |- Rabs ?w <= _ => replace w with z by ring end end. exact Z.
  Qed.

  Lemma near_product : forall q k u v, Rabs (q - u) <= 0.0192 -> Rabs (k - v) <= 0.0192 ->
    Rabs (q * k - u * v) <= 0.0192 * (Rabs u + Rabs v) + 0.0192 * 0.0192.
  Proof.
    intros q k u v Q K. replace (q * k - u * v) with (u * (k - v) + v * (q - u) + (q - u) * (k - v)) by ring.
    pose proof (product_abs u (k - v) _ _ (Rle_refl _) K) as A. pose proof (product_abs v (q - u) _ _ (Rle_refl _) Q) as B.
    pose proof (product_abs _ _ _ _ Q K) as C. eapply Rle_trans; [apply (sum_abs _ _ _ _ (sum_abs _ _ _ _ A B) C)|]. lra.
  Qed.

  Lemma dot_close : forall q k u v, close 0.0192 q u -> close 0.0192 k v -> unit u -> unit v ->
    let wide := round_to (Z.max p 24) in Rabs (round_to p (wide (wide (fst q * fst k) + wide (snd q * snd k))) - dot v u) <= 0.06.
  Proof.
    intros [q1 q2] [k1 k2] [u1 u2] [v1 v2] [Q1 Q2] [K1 K2] U V wide. unfold unit in U, V. unfold dot, wide. cbn [fst snd] in *.
    destruct (wide_factor p (q1 * k1)) as (a & A & ->). destruct (wide_factor p (q2 * k2)) as (b & B & ->).
    destruct (wide_factor p (q1 * k1 * (1 + a) + q2 * k2 * (1 + b))) as (c & C & ->).
    match goal with |- context [round_to p ?z] => destruct (factor p z P) as (d & D & ->) end.
    pose proof (near_product q1 k1 u1 v1 Q1 K1) as N1. pose proof (near_product q2 k2 u2 v2 Q2 K2) as N2.
    pose proof (unit_sum u1 u2 U) as Us. pose proof (unit_sum v1 v2 V) as Vs. pose proof (unit_product u1 u2 v1 v2 U V) as Uv.
    assert (F : forall x, Rabs x <= / 16777216 -> Rabs ((1 + x) * (1 + c) * (1 + d) - 1) <= 0.00391).
    { intros x X. replace ((1 + x) * (1 + c) * (1 + d) - 1) with (x + c + d + (x * c + x * d + c * d) + x * c * d) by ring.
      pose proof (product_abs x c _ _ X C) as XC. pose proof (product_abs x d _ _ X D) as XD. pose proof (product_abs c d _ _ C D) as CD.
      pose proof (product_abs (x * c) d _ _ XC D) as XCD.
      eapply Rle_trans; [apply (sum_abs _ _ _ _ (sum_abs _ _ _ _ (sum_abs _ _ _ _ (sum_abs _ _ _ _ X C) D) (sum_abs _ _ _ _ (sum_abs _ _ _ _ XC XD) CD)) XCD)|]. lra. }
    pose proof (F a A) as Fa. pose proof (F b B) as Fb.
    set (fa := (1 + a) * (1 + c) * (1 + d) - 1) in *. set (fb := (1 + b) * (1 + c) * (1 + d) - 1) in *.
    replace ((q1 * k1 * (1 + a) + q2 * k2 * (1 + b)) * (1 + c) * (1 + d) - (v1 * u1 + v2 * u2))
      with ((q1 * k1 - u1 * v1) + (q2 * k2 - u2 * v2) + ((q1 * k1 - u1 * v1) * fa + (q2 * k2 - u2 * v2) * fb) + (u1 * v1 * fa + u2 * v2 * fb))
      by (unfold fa, fb; ring).
    pose proof (product_abs _ _ _ _ N1 Fa) as M1. pose proof (product_abs _ _ _ _ N2 Fb) as M2.
    assert (W1 : Rabs (u1 * v1 * fa) <= Rabs u1 * Rabs v1 * 0.00391) by (apply product_abs; [rewrite Rabs_mult; lra|exact Fa]).
    assert (W2 : Rabs (u2 * v2 * fb) <= Rabs u2 * Rabs v2 * 0.00391) by (apply product_abs; [rewrite Rabs_mult; lra|exact Fb]).
    eapply Rle_trans; [apply (sum_abs _ _ _ _ (sum_abs _ _ _ _ (sum_abs _ _ _ _ N1 N2) (sum_abs _ _ _ _ M1 M2)) (sum_abs _ _ _ _ W1 W2))|]. lra.
  Qed.

  Lemma unit_rot : forall t v, unit v -> unit (rot t v).
  Proof.
    intros t [x y] U. unfold unit, rot in *. cbn [fst snd] in *. pose proof (sin2_cos2 t) as N. unfold Rsqr in N.
    replace ((cos t * x - sin t * y) * (cos t * x - sin t * y) + (sin t * x + cos t * y) * (sin t * x + cos t * y))
      with ((sin t * sin t + cos t * cos t) * (x * x + y * y)) by ring. rewrite N, U. ring.
  Qed.

  Lemma unit_letter : forall a, unit (on_circle 8 a).
  Proof. intro a. apply unit_rot. unfold unit, north. simpl. ring. Qed.

  (** The computed logit of T_Retrieval is within 0.06 of the exact one. *)
  Lemma logit_close : forall theta x i y j, 0 <= theta -> INR i * theta <= PI / 16 -> INR j * theta <= PI / 16 ->
    Rabs (computed_in p cosine sine (retrieval_plane 8 theta) x i y j -
      cos ((INR (left_of y) - INR (sought x)) * spacing 8 + (INR i - INR j) * theta)) <= 0.06.
  Proof.
    intros theta x i y j Th I J. rewrite <- on_circle_logit. unfold logit, dist.
    replace ((INR i - INR j) * theta) with (INR i * theta - INR j * theta) by ring. rewrite <- dot_rot.
    apply dot_close; try (apply rotated_close; try assumption; apply unit_letter); apply unit_rot, unit_letter.
  Qed.

  (** Every match leads every other letter. *)
  Lemma letters_apart : forall theta n s j k, 0 <= theta -> INR n * theta <= PI / 16 -> over_alphabet 8 s n ->
    within n j -> is_match s n j -> within n k -> ~ is_match s n k ->
    let l i := computed_in p cosine sine (retrieval_plane 8 theta) (s n) n (s i) i in l k < l j.
  Proof.
    intros theta n s j k Th N Over J Mj K Mk l.
    assert (S8 : spacing 8 = PI / 4) by (unfold spacing; simpl; field).
    assert (Reach : forall i, within n i -> INR i * theta <= PI / 16).
    { intros i I. apply Rle_trans with (INR n * theta); [|exact N]. apply Rmult_le_compat_r; [exact Th|]. apply le_INR, I. }
    assert (Back : forall i, within n i -> 0 <= (INR n - INR i) * theta <= PI / 16).
    { intros i I. unfold within in I. rewrite <- minus_INR by lia. split; [apply Rmult_le_pos; [apply pos_INR|exact Th]|].
      apply Rle_trans with (INR n * theta); [|exact N]. apply Rmult_le_compat_r; [exact Th|]. apply le_INR. lia. }
    pose proof (logit_close theta (s n) n (s j) j Th N (Reach j J)) as Lj. pose proof (logit_close theta (s n) n (s k) k Th N (Reach k K)) as Lk.
    fold (l j) in Lj. fold (l k) in Lk. apply Rabs_le_inv in Lj, Lk.
    unfold is_match in Mj, Mk. rewrite Mj in Lj. pose proof (Back j J) as Bj. pose proof (Back k K) as Bk. pose proof PI_RGT_0 as Pi.
    replace ((INR (sought (s n)) - INR (sought (s n))) * spacing 8 + (INR n - INR j) * theta) with ((INR n - INR j) * theta) in Lj by ring.
    assert (Cj : cos (PI / 16) <= cos ((INR n - INR j) * theta)) by (apply cos_near; lra).
    destruct (Over k K) as [Ok _]. destruct (Over n ltac:(unfold within in *; lia)) as [_ On].
    destruct (circle_rival 8 (sought (s n)) (left_of (s k)) On Ok ltac:(congruence)) as (y & Y & E). rewrite E in Lk. rewrite S8 in Y.
    assert (Ck : cos (y + (INR n - INR k) * theta) <= cos (3 * (PI / 16))) by (apply cos_far_weakly; lra).
    assert (Gap : 0.149 < cos (PI / 16) - cos (3 * (PI / 16))) by interval. lra.
  Qed.
End Computed.

Theorem new_precision_cliff_retrieval_proved : new_precision_cliff_retrieval_statement.
Proof.
  intros p cosine sine P C S n s _ Over j k J Mj K Mk. assert (N : 0 < INR n) by (apply lt_0_INR; unfold within in J; lia). pose proof PI_RGT_0 as Pi.
  apply letters_apart; try assumption; [lia| |]; unfold spacing; simpl.
  - apply Rlt_le, Rdiv_lt_0_compat; lra.
  - right. field. lra.
Qed.

(** * False neighbours *)

(** The nearest match leads every other key: (B, 1) ties with (B, 2) in bfloat16. *)
Definition new_precision_cliff_retrieval_neighbour_shared : Prop :=
  forall (p : Z) (cosine sine : R -> R), (p = 8 \/ p = 24 \/ p = 53)%Z -> accurate cos cosine -> accurate sin sine ->
    forall (n : nat) (s : nat -> pair), (Z.of_nat n <= 2 ^ 40)%Z -> over_alphabet 8 s n ->
      forall j k, within n j -> is_match s n j -> within n k -> (k < j)%nat ->
        let l i := computed_in p cosine sine (retrieval_plane 8 (spacing 8 / (4 * INR n))) (s n) n (s i) i in l k < l j.

Lemma exact_library : forall f, accurate f f.
Proof. intros f x. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. apply Rlt_le, Rinv_0_lt_compat, pow_lt. lra. Qed.

Lemma both_over : forall s, (forall j, s j = LetterInt 0 1 \/ exists i, s j = LetterInt 1 i) -> over_alphabet 8 s 2.
Proof. intros s H j _. destruct (H j) as [-> | [i ->]]; simpl; lia. Qed.

Theorem new_precision_cliff_retrieval_neighbour_shared_false : ~ new_precision_cliff_retrieval_neighbour_shared.
Proof.
  intro H. specialize (H 8%Z cos sin ltac:(lia) (exact_library cos) (exact_library sin) 2%nat pair_of_b ltac:(simpl; lia)).
  specialize (H (both_over _ ltac:(intro j; right; exists j; reflexivity)) 2%nat 1%nat ltac:(unfold within; lia) eq_refl ltac:(unfold within; lia) ltac:(lia)).
  cbv zeta in H. unfold pair_of_b in H. rewrite !in_bfloat16, !b_against_b in H by (apply exact_library || lia). lra.
Qed.

(** Whatever the library's cos and sin: with 0 for both all logits are 0. *)
Definition new_precision_cliff_retrieval_neighbour_library : Prop :=
  forall (p : Z) (cosine sine : R -> R), (p = 8 \/ p = 24 \/ p = 53)%Z ->
    forall (n : nat) (s : nat -> pair), (Z.of_nat n <= 2 ^ 40)%Z -> over_alphabet 8 s n ->
      forall j k, within n j -> is_match s n j -> within n k -> ~ is_match s n k ->
        let l i := computed_in p cosine sine (retrieval_plane 8 (spacing 8 / (4 * INR n))) (s n) n (s i) i in l k < l j.

Definition a_then_b (j : nat) : pair := match j with 1%nat => LetterInt 0 1 | _ => LetterInt 1 1 end.

Theorem new_precision_cliff_retrieval_neighbour_library_false : ~ new_precision_cliff_retrieval_neighbour_library.
Proof.
  intro H. specialize (H 8%Z (fun _ => 0) (fun _ => 0) ltac:(lia) 2%nat a_then_b ltac:(simpl; lia)).
  specialize (H (both_over a_then_b ltac:(intros [|[|j]]; [right; exists 1%nat|left|right; exists 1%nat]; reflexivity))
    2%nat 1%nat ltac:(unfold within; lia) eq_refl ltac:(unfold within; lia) ltac:(discriminate)).
  assert (R : forall theta v m, rotated_in 8 (fun _ => 0) (fun _ => 0) theta v m = (0, 0)).
  { intros. unfold rotated_in. rewrite !rounds_to_0, !Rmult_0_l, !rounds_to_0, Rminus_0_r, Rplus_0_r, rounds_to_0. reflexivity. }
  cbv zeta in H. unfold computed_in in H. rewrite !R in H. cbn [fst snd] in H. lra.
Qed.

(** The cosine and sine themselves as library, two tokens of other letters. *)
Example new_precision_cliff_retrieval_instance : instance_of new_precision_cliff_retrieval_statement.
Proof.
  exists 8%Z, cos, sin. split; [left; reflexivity|].
  split; [intro x; unfold Rminus; rewrite Rplus_opp_r, Rabs_R0; lra|].
  split; [intro x; unfold Rminus; rewrite Rplus_opp_r, Rabs_R0; lra|].
  exists 2%nat, a_then_b. split; [lia|].
  split; [intros j J; unfold within in J; destruct j as [|[|[|j]]]; cbn; lia|].
  exists 2%nat, 1%nat. unfold is_match, within. cbn. lia.
Qed.
