(** new.margin-least-base: at bases whose kernel keeps its sign the best mix leads by less than at base 10^4, whose kernel does not.

    Statement. With 64 planes (d = 128), for n = 2048, 4096, ..., 65536 and the base b beside each (the upper end of the table's interval around the least base): B(m) >= 0
    at 1 <= m < n for b, B(m) < 0 at some such m for base 10^4, and the gaps of the best mixes at distances 1..n-1 are these, to five digits, cut off; that at 10^4 is larger.

    Idea: a mix and a measure on distances for each gap, in units of 10^-9 (Mixes.v); whole stretches of distances for the sign (GoodBases.v).
    Encoding: the gap of the best mix is the least upper bound of what mixes reach. That b is least, up to the width of the table's interval, is not in the statement:
    new_least_base.v proves it for 4096. *)

From Coq Require Import Reals Lra Lia List ZArith.
From RopeTheory Require Import Rope IntervalZ Rotation new_base_bound_monotone Bases new_kernel_first_negative Covers Stretches Mixes GoodBases Instances.
Import ListNotations.
Open Scope R_scope.

(** n, a base whose kernel keeps its sign, the gap there, the gap at base 10^4. *)
Definition rows : list (Z * R * R * R) :=
  [(2048%Z, 11587.2444, 0.32041, 0.32066);
   (4096%Z, 26952.3547, 0.30852, 0.31319);
   (8192%Z, 83764.434, 0.29974, 0.30916);
   (16384%Z, 231643.6469, 0.29347, 0.30573);
   (32768%Z, 629980.2482, 0.28248, 0.30271);
   (65536%Z, 2090181.9508, 0.28052, 0.29744)].

Definition cut_off (x digits : R) : Prop := digits <= x < digits + 1 / 100000.

(** At length n base b keeps its sign, base c does not, and the best mix's gap is larger at c. *)
Definition leads_by_more (n : Z) (b c at_b at_c : R) : Prop :=
  keeps_sign b (Z.to_nat n) /\ ~ keeps_sign c (Z.to_nat n) /\
  exists x y, best_gap 64 (g b 64) n x /\ best_gap 64 (g c 64) n y /\ cut_off x at_b /\ cut_off y at_c /\ x < y.

Definition new_margin_least_base_statement : Prop :=
  forall n b at_b at_c, In (n, b, at_b, at_c) rows -> leads_by_more n b 10000 at_b at_c.

(** * Signs *)

Lemma breaks_10000 : forall n, (1708 <= n)%Z -> ~ keeps_sign 10000 (Z.to_nat n).
Proof.
  intros n N Keeps. destruct new_kernel_first_negative_proved as [[_ [Neg _]] _]. specialize (Keeps (Z.to_nat 1707) ltac:(lia)). lra.
Qed.

(** * The best mixes: weights of the planes and measures on distances, in units of 10^-9 *)

Definition weights_least_2048 : list Z := [605572310; 33482058; 48551244; 30661477; 29770684; 14826655; 22621128; 12196847; 15525102; 2739680; 18078191;
    24856991; 10928107; 19170067; 2378715; 5317218; 10092485; 0; 0; 11067820; 0; 5051149; 3494103; 0; 0; 0; 5563059; 0; 14338910; 16132805; 5990177; 0; 0;
    3503965; 8931555; 0; 9192310; 0; 0; 0; 0; 3935057; 6030131]%Z.

Definition measure_least_2048 : list (positive * Z) := combine
  [1; 44; 50; 88; 496; 848; 226; 245; 371; 421; 471; 597; 691; 792; 917; 924; 968; 1062; 1194; 1238; 1433; 1659; 1759; 1841; 2036; 327; 509; 1558;
    1734]%positive
  [676673174; 17517663; 17358678; 11655296; 4448573; 241113; 22054916; 9265978; 16111971; 7856195; 3345669; 15011218; 29974420; 11957394; 1194639; 7755893;
    6821139; 13337346; 904143; 30051563; 27830496; 16069550; 4863835; 8183275; 20324509; 8337494; 6789464; 1807774; 2256622]%Z.

Definition weights_plain_2048 : list Z := [587229881; 64362425; 43822664; 35679100; 32280589; 18730450; 8627387; 5769698; 5929101; 4066944; 0; 3125538;
    7605516; 0; 0; 0; 0; 4435982; 3702190; 13047823; 18484176; 331330; 17252641; 9374835; 3811109; 12244570; 22785384; 7442392; 0; 0; 0; 12412146; 0; 2018130;
    16518630; 2663517; 4632634; 0; 0; 0; 0; 9352085; 22261133]%Z.

Definition measure_plain_2048 : list (positive * Z) := combine
  [1; 6; 19; 44; 50; 88; 270; 283; 327; 377; 427; 553; 603; 660; 704; 754; 804; 892; 1074; 1131; 1307; 1357; 1508; 1552; 1596; 1684; 1778; 1910; 2011;
    182]%positive
  [681910875; 1888798; 3348278; 7082870; 20423067; 7633606; 2941971; 4638409; 9900370; 26367706; 27552672; 275481; 7385981; 22102224; 2671612; 6151850;
    16414935; 12425678; 23978190; 14995824; 13779371; 10923756; 17831346; 12396940; 910001; 1376546; 8414282; 12690212; 1701924; 19885225]%Z.

Definition weights_least_4096 : list Z := [561783558; 67144320; 46737286; 37385335; 24754945; 17584588; 12187060; 22737274; 11842268; 21642836; 0; 7066963; 0;
    0; 0; 0; 17405939; 23175732; 1045091; 340561; 0; 9338404; 19806951; 9446843; 0; 0; 7229476; 23353354; 0; 0; 3128630; 5954809; 8192634; 7196037; 0; 0; 0;
    0; 19103966; 0; 0; 0; 14415140]%Z.

Definition measure_least_4096 : list (positive * Z) := combine
  [1; 44; 132; 182; 214; 251; 295; 346; 559; 892; 1238; 1451; 1703; 1866; 1998; 2262; 2343; 2350; 2645; 2746; 3110; 3198; 3223; 3795; 3374; 3588]%positive
  [651503130; 47731829; 32650403; 4434476; 94133; 14387292; 776866; 21463219; 16566977; 10363213; 22462391; 13219518; 53776934; 3885050; 27636143; 99239;
    5093542; 12316375; 2031858; 4595108; 6808590; 800267; 16988495; 26938413; 147177; 3229362]%Z.

Definition weights_plain_4096 : list Z := [582460128; 60144253; 35984187; 24414082; 21082515; 20527150; 19415165; 17155434; 15018052; 0; 0; 6614950; 9957895;
    960163; 0; 0; 0; 11752576; 11314130; 0; 9511667; 1957275; 8796242; 12989031; 12822763; 8927572; 13700304; 4097063; 0; 0; 0; 6578441; 11497552; 5558635;
    12385700; 14459771; 736635; 0; 0; 0; 1124191; 7865022; 0; 0; 0; 0; 671706; 29519750]%Z.

Definition measure_plain_4096 : list (positive * Z) := combine
  [1; 13; 44; 50; 88; 1030; 377; 553; 660; 704; 754; 804; 930; 1131; 1307; 1357; 1596; 1684; 1910; 2011; 2111; 2438; 2683; 2758; 2815; 3418; 3889; 3946; 3990;
    176; 182; 1175]%positive
  [670225748; 11338023; 1180937; 10215315; 18699440; 5259448; 22928973; 12553711; 6131195; 8295470; 10349396; 3037292; 2443293; 11835683; 20378072; 8798045;
    10132646; 10608175; 11947536; 7210530; 5982175; 21411218; 7423241; 4084108; 28226561; 27527892; 9588789; 1489334; 325123; 2853043; 18377497; 9142091]%Z.

Definition weights_least_8192 : list Z := [548367748; 81896897; 48204135; 29372857; 17346755; 0; 29667522; 0; 0; 6543041; 0; 0; 14529682; 10633348; 12441315;
    17374798; 22074406; 3036627; 319120; 15708421; 5153238; 10827965; 1227298; 9583198; 12561712; 0; 101703; 11155645; 9911774; 2007787; 10893086; 13276433;
    2273638; 3363539; 10460499; 8319730; 0; 7663624; 5179260; 0; 0; 3365173; 15158026]%Z.

Definition measure_least_8192 : list (positive * Z) := combine
  [1; 6; 44; 75; 107; 151; 270; 383; 547; 779; 886; 930; 1200; 1508; 1709; 1816; 2130; 2168; 2909; 2947; 3217; 3600; 3751; 4147; 4951; 5460; 6000; 6277; 7163;
    7477; 7898; 8168; 5259; 1583]%positive
  [640050448; 24887085; 37065457; 454053; 694747; 10452938; 4974829; 343849; 24118336; 10137783; 13737069; 3639749; 2217019; 15260057; 7111328; 12859278;
    9106713; 20124803; 15852562; 2676758; 17261308; 9147240; 15032524; 16206559; 26541423; 3429693; 2344478; 26612974; 5582451; 4307256; 11833119; 2210621;
    3122654; 602839]%Z.

Definition weights_plain_8192 : list Z := [585897951; 50377279; 23404501; 31171771; 18105148; 13061484; 18474792; 19182023; 24283764; 6637613; 7725710;
    12002222; 4061823; 5481047; 11686390; 3808156; 3712922; 4487658; 12130052; 0; 2432527; 0; 10789999; 9824591; 10760287; 14062418; 8540087; 3511559; 0;
    3604137; 3672193; 7250465; 20767491; 7621387; 5384262; 6423932; 0; 0; 0; 0; 12105569; 0; 0; 7583218; 893417; 0; 4682009; 0; 0; 0; 0; 4398146]%Z.

Definition measure_plain_8192 : list (positive * Z) := combine
  [1; 19; 44; 50; 88; 182; 377; 754; 1131; 1307; 1357; 1508; 2011; 2111; 2438; 2683; 2758; 2815; 3418; 3889; 4348; 4354; 4769; 4926; 5020; 5523; 5573; 5680;
    5900; 6704; 6880; 7364; 7590; 7741; 8011; 553; 5108; 5661]%positive
  [663319977; 61484; 24281445; 2624071; 14581284; 5573391; 37178085; 817788; 3171189; 6276662; 21037766; 12533329; 10801287; 9059875; 15646116; 21967539;
    9808570; 5653299; 21702218; 13083408; 1455355; 4065584; 2218814; 12017670; 22972766; 2107899; 10704894; 2585606; 465218; 8565441; 3526327; 2046093;
    1805382; 16750331; 4445863; 300217; 2941127; 1846630]%Z.

Definition weights_least_16384 : list Z := [566592141; 49273404; 26277202; 29712531; 35518887; 20192192; 17809904; 9508495; 9388954; 0; 0; 14304146; 4270537;
    9763367; 9982650; 13685931; 12658094; 0; 16906831; 23438058; 0; 1474830; 15202096; 9353064; 7054342; 8282785; 7842657; 6091998; 12219601; 0; 4316090;
    5800365; 0; 16317254; 3812161; 10700417; 758345; 0; 8942851; 0; 0; 0; 9634137; 2913683]%Z.

Definition measure_least_16384 : list (positive * Z) := combine
  [1; 13; 25; 38; 69; 176; 214; 314; 999; 1470; 1684; 2042; 3003; 3644; 3864; 3902; 4687; 9123; 9519; 9563; 10920; 11165; 11561; 11599; 12277; 14068; 14891;
    5259; 6120; 6943; 10091; 10122; 258; 4417]%positive
  [624595455; 14644238; 13635006; 10564118; 9437678; 24813555; 1258293; 32825715; 13171472; 11258721; 6124136; 33876825; 11719394; 5256348; 582442; 14374409;
    5465106; 16841543; 3759966; 14216444; 1487412; 9134848; 9002851; 6147506; 12776935; 32349353; 19448441; 18156773; 4947273; 10880014; 1112403; 3343636;
    1447607; 1344084]%Z.

Definition weights_plain_16384 : list Z := [585745155; 45899520; 22667734; 23335393; 16792214; 17506459; 17978632; 19825954; 17727851; 5146832; 10357359;
    10030987; 10818317; 4347654; 10074946; 0; 2939736; 2321738; 6388512; 0; 10656106; 4074078; 14809382; 10964074; 6781864; 10863425; 7288764; 1532141; 0;
    9603415; 3314880; 7885871; 12779241; 7654045; 4646801; 2027340; 2020451; 0; 1911146; 9753919; 11150279; 0; 0; 4493604; 4552158; 1012239; 0; 6410340; 0; 0;
    0; 0; 0; 0; 0; 0; 11213912; 2695532]%Z.

Definition measure_plain_16384 : list (positive * Z) := combine
  [1; 6; 19; 44; 50; 88; 182; 377; 427; 1307; 1357; 2438; 2815; 3418; 3889; 4348; 4593; 4926; 5020; 5303; 5680; 6704; 7741; 8721; 8941; 9519; 10072; 10179;
    10826; 11341; 11907; 12183; 12560; 14068; 14244; 15752; 892; 1508; 1596; 1910; 2683; 10311; 11957]%positive
  [657957133; 2406241; 5412495; 12400920; 6609810; 11035455; 12776018; 11583508; 9552333; 14928500; 12153257; 9985694; 15162745; 1579921; 6060417; 2599601;
    10409847; 178465; 5843223; 7920289; 1125965; 12869185; 18559699; 11031921; 428338; 16862693; 1902543; 10650507; 11426312; 3665331; 3978823; 5200827;
    18001471; 8381998; 14911716; 5421407; 5867075; 10951094; 1595997; 366155; 12181720; 2008408; 6054943]%Z.

Definition weights_least_32768 : list Z := [538643125; 62562184; 39779038; 24120808; 17406860; 6238532; 16925957; 24994282; 0; 7586691; 10589300; 4807909;
    12780638; 16534611; 22905186; 0; 0; 9111717; 18832935; 9820472; 21372929; 13489460; 8166908; 12784402; 4649517; 10319434; 4902059; 10407636; 0; 0; 0;
    14711675; 9275042; 0; 0; 17189979; 8281877; 0; 4266361; 3540844; 0; 0; 13001632]%Z.

Definition measure_least_32768 : list (positive * Z) := combine
  [1; 6; 25; 38; 69; 132; 867; 1068; 1602; 5008; 6170; 6905; 8306; 11913; 12912; 17511; 19685; 19817; 26590; 30128; 32195; 201; 465; 1973; 4549; 8507; 8614;
    10612; 15909; 20056; 24146; 28199]%positive
  [600376397; 9503676; 14538816; 16277032; 9193500; 26536028; 8693235; 25290923; 9820743; 6882693; 34270292; 5238740; 4199285; 4680002; 30836176; 324737;
    8969089; 6010183; 8075645; 11905836; 2083086; 19034091; 14367033; 23126773; 23327; 7024927; 3812370; 16212902; 36275363; 2003842; 23302307; 11110951]%Z.

Definition weights_plain_32768 : list Z := [581541809; 41623519; 21988096; 24926032; 21017393; 19949190; 16675526; 14686280; 11806304; 8201924; 7594669;
    7303835; 9087166; 8690459; 11246500; 2622793; 8675696; 8935627; 7073668; 3127038; 7162518; 0; 11736500; 8736450; 11368259; 13219368; 8677931; 84814;
    6620360; 523168; 3887268; 8662314; 9854729; 2778427; 7059290; 2781821; 8229788; 0; 0; 3434088; 9258525; 2077672; 0; 4275950; 0; 0; 0; 7560200; 0; 1555039;
    2381170; 256821; 2997035; 0; 0; 4546295; 5031514; 0; 0; 0; 0; 0; 8469162]%Z.

Definition measure_plain_32768 : list (positive * Z) := combine
  [1; 6; 44; 50; 88; 377; 1131; 1307; 1508; 2438; 2815; 3418; 5020; 5573; 6704; 7741; 9519; 10323; 10826; 11341; 11957; 12560; 14068; 14244; 15752; 16826;
    17486; 18102; 19082; 19924; 23386; 23587; 27005; 28268; 29820; 31454; 32346; 182; 1357; 8721; 10876; 17907; 20100; 24140; 2111; 4348; 15664;
    27564]%positive
  [651300956; 5479358; 14165021; 4322201; 12651904; 24759274; 3766634; 14726253; 2514468; 4882595; 11585398; 193268; 13354399; 4690786; 18158414; 50804;
    11449693; 5248373; 4188684; 2215603; 1191035; 11289128; 9229006; 9350100; 4073632; 4471125; 2928001; 907834; 9887723; 6920095; 3129392; 1941647; 16601637;
    10821588; 12364799; 11059820; 2033475; 5407739; 4367529; 1583697; 3036948; 598709; 3452991; 29484464; 193413; 18395838; 4193728; 1380821]%Z.

Definition weights_least_65536 : list Z := [543239901; 53658607; 38406261; 28791840; 19015959; 19405765; 21394053; 0; 4962456; 15243217; 16408574; 5670869;
    11798167; 9679251; 19917916; 12432281; 5562142; 5243610; 15199940; 12774691; 625003; 6194765; 14721214; 1732231; 0; 9265252; 7933386; 1837045; 10725272;
    10682137; 11232717; 15961636; 14070119; 6190935; 6294530; 8662347; 7771601; 0; 0; 0; 0; 0; 7294310]%Z.

Definition measure_least_65536 : list (positive * Z) := combine
  [1; 25; 38; 63; 465; 685; 861; 1357; 1703; 2287; 2683; 3368; 4574; 9048; 22249; 26069; 27891; 27929; 35060; 35406; 46835; 51409; 51566; 55795; 63674; 157;
    308; 584; 7446; 11247; 28199; 36367; 55198; 58666; 58792; 735]%positive
  [596358585; 15825647; 2713690; 31366845; 19250044; 3565139; 13834563; 97507; 20411787; 10222853; 14443367; 17517173; 19413948; 20743434; 9064266; 24015494;
    9271864; 3960844; 12319780; 12896202; 12486919; 12749291; 20501124; 1940719; 3790414; 8805881; 3006479; 19999806; 1218000; 6282063; 10629560; 494057;
    4080064; 14686034; 18906919; 3129638]%Z.

Definition weights_plain_65536 : list Z := [566022317; 42975846; 29116854; 21376581; 27407665; 18032197; 16529258; 14241124; 10174392; 3086220; 5597989;
    508728; 15059946; 6674228; 0; 0; 2777525; 9343254; 11352898; 5495575; 8937561; 11428598; 4022100; 7719345; 7053695; 10895166; 6704364; 9122891; 1699477;
    4539121; 2652476; 14583991; 10775410; 2667088; 7638744; 0; 6521954; 0; 4905449; 6463287; 0; 2052258; 1577377; 5965518; 3967193; 0; 5103012; 7962181;
    1879554; 0; 10264694; 6834170; 1620511; 0; 2816127; 0; 5843545; 0; 3642434; 1891763; 4476349]%Z.

Definition measure_plain_65536 : list (positive * Z) := combine
  [1; 6; 13; 44; 88; 1307; 2438; 10826; 14068; 15752; 24140; 29443; 29820; 31454; 33942; 37831; 40269; 42003; 43687; 46502; 48010; 53206; 56021; 56624; 56951;
    63611; 64692; 377; 16927; 25120; 28268; 34168; 34413; 36323; 44491; 48437; 48940; 49260; 50448; 52257; 57843; 60344; 64591; 660; 10323; 24517; 41306;
    43134; 43461; 1175; 20772]%positive
  [637546215; 25806994; 3275873; 3033683; 14818018; 1888632; 4706643; 3225882; 4771365; 6589493; 16121390; 5072474; 16733450; 7458701; 3425291; 21949254;
    20125081; 9008749; 17910181; 10306203; 2972586; 21771062; 5889584; 6707993; 4193629; 581941; 10530011; 18305438; 2837587; 160131; 4800174; 5796670;
    3765273; 6094177; 3426471; 10270879; 703736; 12205106; 7178090; 4159222; 6191478; 2257272; 10965165; 1152110; 1275542; 2514702; 2386871; 1446894; 2370407;
    1970734; 1345493]%Z.

Lemma gap_cut_off : forall b ratio n least digits weights measure,
  1 <= b -> ratio_of b 64 ratio -> in_turns 64 ratio = true -> (length weights <= 64)%nat -> total weights = 1000000000%Z -> total (map snd measure) = 1000000000%Z ->
  (1 <= n <= 131073)%Z -> IZR least / 1000000000 = digits ->
  mix_leads least weights ratio (n - 1) = true -> measure_bounds (least + 9999) measure (precise_angles ratio 64) (n - 1) = true ->
  exists gap, best_gap 64 (g b 64) n gap /\ cut_off gap digits.
Proof.
  intros b ratio n least digits weights measure B Ratio Turns LW TW TM N E Mix Meas.
  destruct (certified_gap b ratio n least (least + 9999) weights measure B Ratio Turns LW ltac:(lia) ltac:(lia) N Mix Meas) as [gap [Best [Low High]]].
  exists gap. split; [exact Best|]. rewrite TW in Low. rewrite TM, plus_IZR in High. unfold cut_off. lra.
Qed.

Lemma row : forall n b at_b at_c, (1708 <= n)%Z -> at_b + 1 / 100000 <= at_c -> keeps_sign b (Z.to_nat n) ->
  (exists gap, best_gap 64 (g b 64) n gap /\ cut_off gap at_b) -> (exists gap, best_gap 64 (g 10000 64) n gap /\ cut_off gap at_c) -> leads_by_more n b 10000 at_b at_c.
Proof.
  intros n b at_b at_c N Less Keeps [x [X Cx]] [y [Y Cy]]. split; [exact Keeps|]. split; [apply breaks_10000, N|].
  exists x, y. split; [exact X|split; [exact Y|split; [exact Cx|split; [exact Cy|]]]]. unfold cut_off in *. lra.
Qed.

Ltac gap ratio least weights measure proof := apply (gap_cut_off _ ratio _ least _ weights measure);
  [lra|exact proof|vm_cast_no_check (eq_refl true)|cbn; lia|reflexivity|reflexivity|lia|lra|vm_cast_no_check (eq_refl true)|vm_cast_no_check (eq_refl true)].

Lemma gap_least_2048 : exists gap, best_gap 64 (g 11587.2444 64) 2048 gap /\ cut_off gap 0.32041.
Proof. gap 62255835665467164%Z 320410000%Z weights_least_2048 measure_least_2048 ratio_2048. Qed.

Lemma gap_plain_2048 : exists gap, best_gap 64 (g 10000 64) 2048 gap /\ cut_off gap 0.32066.
Proof. gap 62399305664008544%Z 320660000%Z weights_plain_2048 measure_plain_2048 ratio_10000. Qed.

Lemma gap_least_4096 : exists gap, best_gap 64 (g 26952.3547 64) 4096 gap /\ cut_off gap 0.30852.
Proof. gap 61440067412585118%Z 308520000%Z weights_least_4096 measure_least_4096 ratio_4096. Qed.

Lemma gap_plain_4096 : exists gap, best_gap 64 (g 10000 64) 4096 gap /\ cut_off gap 0.31319.
Proof. gap 62399305664008544%Z 313190000%Z weights_plain_4096 measure_plain_4096 ratio_10000. Qed.

Lemma gap_least_8192 : exists gap, best_gap 64 (g 83764.434 64) 8192 gap /\ cut_off gap 0.29974.
Proof. gap 60361072815991163%Z 299740000%Z weights_least_8192 measure_least_8192 ratio_8192. Qed.

Lemma gap_plain_8192 : exists gap, best_gap 64 (g 10000 64) 8192 gap /\ cut_off gap 0.30916.
Proof. gap 62399305664008544%Z 309160000%Z weights_plain_8192 measure_plain_8192 ratio_10000. Qed.

Lemma gap_least_16384 : exists gap, best_gap 64 (g 231643.6469 64) 16384 gap /\ cut_off gap 0.29347.
Proof. gap 59409300447644480%Z 293470000%Z weights_least_16384 measure_least_16384 ratio_16384. Qed.

Lemma gap_plain_16384 : exists gap, best_gap 64 (g 10000 64) 16384 gap /\ cut_off gap 0.30573.
Proof. gap 62399305664008544%Z 305730000%Z weights_plain_16384 measure_plain_16384 ratio_10000. Qed.

Lemma gap_least_32768 : exists gap, best_gap 64 (g 629980.2482 64) 32768 gap /\ cut_off gap 0.28248.
Proof. gap 58487798387936789%Z 282480000%Z weights_least_32768 measure_least_32768 ratio_32768. Qed.

Lemma gap_plain_32768 : exists gap, best_gap 64 (g 10000 64) 32768 gap /\ cut_off gap 0.30271.
Proof. gap 62399305664008544%Z 302710000%Z weights_plain_32768 measure_plain_32768 ratio_10000. Qed.

Lemma gap_least_65536 : exists gap, best_gap 64 (g 2090181.9508 64) 65536 gap /\ cut_off gap 0.28052.
Proof. gap 57401981017402064%Z 280520000%Z weights_least_65536 measure_least_65536 ratio_65536. Qed.

Lemma gap_plain_65536 : exists gap, best_gap 64 (g 10000 64) 65536 gap /\ cut_off gap 0.29744.
Proof. gap 62399305664008544%Z 297440000%Z weights_plain_65536 measure_plain_65536 ratio_10000. Qed.

Theorem new_margin_least_base_proved : new_margin_least_base_statement.
Proof.
  intros n b at_b at_c I. unfold rows in I. repeat (destruct I as [E|I]; [injection E as <- <- <- <-; apply row; [lia|lra|..]|]); [..|destruct I].
  - exact keeps_2048.
  - exact gap_least_2048.
  - exact gap_plain_2048.
  - exact keeps_4096.
  - exact gap_least_4096.
  - exact gap_plain_4096.
  - exact keeps_8192.
  - exact gap_least_8192.
  - exact gap_plain_8192.
  - exact keeps_16384.
  - exact gap_least_16384.
  - exact gap_plain_16384.
  - exact keeps_32768.
  - exact gap_least_32768.
  - exact gap_plain_32768.
  - exact keeps_65536.
  - exact gap_least_65536.
  - exact gap_plain_65536.
Qed.

(** * False neighbours *)

Lemma one_gap : forall b n x y, best_gap 64 (g b 64) n x -> best_gap 64 (g b 64) n y -> x = y.
Proof. intros b n x y [Xu Xl] [Yu Yl]. apply Rle_antisym; [apply Xl, Yu|apply Yl, Xu]. Qed.

(** One unit of the fifth digit more. *)
Definition new_margin_least_base_neighbour_unit : Prop := leads_by_more 2048 11587.2444 10000 0.32042 0.32066.

Theorem new_margin_least_base_neighbour_unit_false : ~ new_margin_least_base_neighbour_unit.
Proof.
  intros [_ [_ [x [y [X [_ [[Cx _] _]]]]]]]. destruct gap_least_2048 as [z [Z [_ Cz]]]. rewrite (one_gap _ _ _ _ X Z) in Cx. lra.
Qed.

(** Base 500000 in place of 10^4, at n = 16384: it keeps its sign, too. *)
Definition new_margin_least_base_neighbour_base : Prop := exists at_c, leads_by_more 16384 231643.6469 500000 0.29347 at_c.

Theorem new_margin_least_base_neighbour_base_false : ~ new_margin_least_base_neighbour_base.
Proof.
  intros [at_c [_ [Breaks _]]]. apply Breaks. intros m M. destruct new_kernel_first_negative_proved as [_ [[_ [_ Before]] _]]. apply Before. lia.
Qed.

(** At n = 1024, too: there the gap at the base that keeps its sign is the larger one. *)
Definition new_margin_least_base_neighbour_1024 : Prop := exists x y, best_gap 64 (g 4293.4474 64) 1024 x /\ best_gap 64 (g 10000 64) 1024 y /\ x < y.

Definition weights_least_1024 : list Z := [595563; 60864; 41253; 30045; 23339; 35565; 35865; 15323; 0; 6707; 6682; 0; 7087; 21048; 0; 10397; 0; 0; 0; 3919; 0;
    0; 0; 0; 7392; 2070; 2917; 21620; 1562; 16598; 0; 19401; 0; 0; 7164; 0; 0; 0; 0; 0; 0; 0; 27619]%Z.

Definition measure_plain_1024 : list (positive * Z) := combine
  [1; 25; 44; 50; 88; 101; 145; 182; 270; 283; 327; 377; 427; 553; 603; 660; 754; 804; 930; 559; 892]%positive
  [702821; 1289; 37783; 3815; 8563; 1394; 355; 27280; 11877; 2304; 19527; 45167; 32649; 15257; 11101; 9735; 6734; 22386; 20213; 13471; 6279]%Z.

Lemma ratio_1024 : ratio_of 4293.4474 64 63229123441755554.
Proof. ratio. Qed.

Theorem new_margin_least_base_neighbour_1024_false : ~ new_margin_least_base_neighbour_1024.
Proof.
  intros [x [y [[X _] [[_ Y] Less]]]]. assert (Turns : in_turns 64 63229123441755554 = true) by (vm_cast_no_check (eq_refl true)). assert (Turns' : in_turns 64 62399305664008544 = true) by (vm_cast_no_check (eq_refl true)).
  assert (Low : 328300 / IZR (total weights_least_1024) <= x).
  { apply X. exists (part_of weights_least_1024). apply (mix_leads_mix 4293.4474 63229123441755554 328300 weights_least_1024 1023); [lra|exact ratio_1024|exact Turns|cbn; lia|reflexivity|lia|].
    vm_cast_no_check (eq_refl true). }
  assert (High : y <= 328300 / IZR (total (map snd measure_plain_1024))); [|change (total _) with 1000000%Z in Low; change (total _) with 1000000%Z in High; lra]. apply Y. intros gap [w [W Gap]].
  destruct (base_angles 10000 64 62399305664008544 ltac:(lra) ltac:(lia) ratio_10000 Turns') as [_ [Len Close]].
  apply (measure_bounds_gap 328300 measure_plain_1024 (precise_angles 62399305664008544 64) (g 10000 64) 1023 64) with (w := w); [exact Len|reflexivity|lia|exact Close|
    vm_cast_no_check (eq_refl true)|exact W|exact Gap].
Qed.

Example new_margin_least_base_instance : instance_of new_margin_least_base_statement.
Proof. exists 2048%Z, 11587.2444, 0.32041, 0.32066. split; [left; reflexivity|exact I]. Qed.
