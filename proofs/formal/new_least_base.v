(** new.least-base: the least base whose kernel keeps its sign within a length, from both sides.

    Statement. With B(m) = sum_k cos(m b^(-k/64)), k = 0..63 (d = 128): no real b with 1 <= b <= 4293.38 has B(m) >= 0 at all 1 <= m < 1024, and b = 4293.45 does;
    at all 1 <= m < 4096 no b with 1 <= b <= 26952.32, and b = 26952.34 does.

    Idea: intervals of bases, each with one m that is negative on all of it (Dips.v): 84 serve the shorter length, 135 more the longer. At the two bases above, whole
    stretches of distances (Stretches.v).
    Encoding: `kernel` as in new_base_bound_monotone.v. *)

From Coq Require Import Reals Lra Lia List ZArith.
From RopeTheory Require Import Rope Sums IntervalZ Rotation new_base_bound_monotone Bases Covers Stretches Dips Instances.
Import ListNotations.
Open Scope R_scope.

Definition new_least_base_statement : Prop :=
  ((forall b, 1 <= b <= 4293.38 -> ~ keeps_sign b (Z.to_nat 1024)) /\ keeps_sign 4293.45 (Z.to_nat 1024)) /\
  ((forall b, 1 <= b <= 26952.32 -> ~ keeps_sign b (Z.to_nat 4096)) /\ keeps_sign 26952.34 (Z.to_nat 4096)).

(** By how much the ratio b^(-1/64) falls, in 2^-30, and distances. *)
Definition cover_to_1024 : list (positive * positive) := combine
  [15026897; 9884595; 6839810; 6379112; 5780379; 5296593; 4682741; 4136217; 3695328; 3278379; 2955415; 2776749; 2815581; 2765297; 2681682; 2362108;
    2153615; 1962274; 1988699; 1769755; 1428157; 1727355; 1494542; 1365784; 1405377; 1321486; 1144691; 1310955; 1010427; 1068814; 892298; 1094951;
    941909; 1161448; 1005701; 823816; 828623; 809378; 848016; 706423; 884620; 855930; 660320; 638392; 630970; 726713; 709619; 583856; 535920; 591144;
    528502; 616300; 608410; 495829; 471929; 480209; 422287; 446660; 553246; 600122; 618802; 533894; 574753; 600963; 417769; 258444; 266684; 250374;
    156279; 302848; 413034; 263416; 426765; 353039; 510227; 363757; 184671; 356177; 404475; 233096; 251387; 122348; 27669; 1008]%positive
  [4; 4; 5; 11; 11; 17; 23; 35; 41; 47; 59; 97; 104; 98; 98; 98; 116; 128; 153; 168; 174; 229; 177; 236; 223; 272; 279; 255; 324; 386; 443; 373; 380;
    311; 430; 549; 361; 557; 424; 530; 432; 544; 437; 700; 713; 650; 582; 864; 689; 851; 964; 682; 569; 725; 825; 939; 953; 869; 606; 877; 693; 890;
    706; 908; 915; 958; 939; 984; 985; 951; 952; 1001; 1002; 1009; 889; 1014; 1015; 932; 933; 934; 1008; 1009; 1009; 1009]%positive.

(** From where these end. *)
Definition cover_on_to_4096 : list (positive * positive) := combine
  [346837; 335295; 341349; 441202; 360808; 322700; 365785; 328828; 375420; 325685; 356208; 345096; 414543; 367657; 302059; 264063; 245527; 235070;
    238375; 311997; 271373; 259725; 238263; 251644; 232081; 273564; 265370; 244126; 239209; 230256; 168014; 184139; 242815; 233257; 255244; 235558;
    249911; 216049; 223775; 226402; 262300; 251142; 249573; 215588; 200420; 294783; 303680; 235089; 202153; 242980; 284510; 201438; 184780; 199775;
    206666; 233819; 183531; 213764; 170810; 203872; 213401; 174226; 193524; 210152; 180313; 176066; 152015; 188007; 208477; 172949; 150643; 125070;
    186886; 167844; 160832; 145673; 152052; 160095; 155852; 120458; 189314; 167492; 136092; 161121; 191324; 178201; 150559; 154831; 141986; 151853;
    156781; 178250; 152412; 145829; 156839; 98843; 133687; 117706; 138077; 117611; 147367; 134122; 158416; 114213; 140666; 129844; 161827; 146354;
    130732; 153835; 178626; 187306; 176904; 145111; 160037; 142612; 139328; 115809; 176923; 149053; 122393; 105294; 143862; 112746; 123564; 146986;
    119528; 76002; 132214; 119717; 64750; 58967; 20974; 3776; 72]%positive
  [1235; 1410; 1631; 1272; 1661; 1668; 1474; 1303; 1712; 1500; 1341; 1543; 1354; 1185; 1574; 1820; 2409; 1648; 2115; 1856; 1411; 1461; 2328; 2234; 2359;
    1706; 2372; 2069; 2032; 2341; 3063; 3119; 2334; 1763; 1800; 2197; 1656; 1574; 2547; 2981; 1945; 2265; 2623; 1970; 3045; 2008; 1304; 2692; 2712;
    1761; 2359; 2047; 3209; 3220; 2411; 1800; 2800; 2880; 3302; 2568; 1913; 2472; 3327; 2592; 3497; 3540; 3553; 3453; 2622; 2624; 3610; 3622; 3100;
    2687; 3635; 3640; 3188; 3710; 3686; 3219; 3220; 2957; 3741; 3464; 2981; 3479; 2844; 3321; 3516; 2830; 3886; 3037; 3044; 4005; 3646; 3648; 4094;
    4068; 4050; 3472; 4081; 3636; 3510; 3516; 3012; 3761; 2630; 3076; 3609; 3610; 2656; 2274; 3642; 3666; 2680; 3672; 3886; 3887; 3182; 3728; 3741;
    3743; 3956; 4007; 2755; 2757; 3790; 3792; 3804; 4056; 4057; 4012; 4012; 4012; 4012]%positive.

Lemma none_to_1024 : none_above 30 1024 942187591.
Proof. go_on (none_above_1 30 1 1073741824 eq_refl) cover_to_1024. Qed.

Lemma none_to_4096 : none_above 30 4096 915528366.
Proof. go_on none_to_1024 cover_on_to_4096. Qed.

Theorem new_least_base_proved : new_least_base_statement.
Proof.
  split; split.
  - up_to none_to_1024.
  - by_stretches 8%Z 63229122843475870%Z 10%nat ltac:(ratio).
  - up_to none_to_4096.
  - by_stretches 8%Z 61440067936176454%Z 12%nat ltac:(ratio).
Qed.

(** * False neighbours *)

(** No base up to 4293.48. *)
Definition new_least_base_neighbour_further : Prop := forall b, 1 <= b <= 4293.48 -> ~ keeps_sign b (Z.to_nat 1024).

Theorem new_least_base_neighbour_further_false : ~ new_least_base_neighbour_further.
Proof. intro H. destruct new_least_base_proved as [[_ Keeps] _]. exact (H 4293.45 ltac:(lra) Keeps). Qed.

(** 4293.37 does, too. *)
Definition new_least_base_neighbour_smaller : Prop := keeps_sign 4293.37 (Z.to_nat 1024).

Theorem new_least_base_neighbour_smaller_false : ~ new_least_base_neighbour_smaller.
Proof. intro H. destruct new_least_base_proved as [[None _] _]. exact (None 4293.37 ltac:(lra) H). Qed.

Example new_least_base_instance : instance_of new_least_base_statement.
Proof. split; split; first [exists 2; split; [lra|exact I]|exists 1%nat; split; [lia|exact I]]. Qed.
