(* What an instance of a statement's hypotheses has to show, computed from the statement itself: for
   forall x, H1 -> forall y, H2 -> C it is exists x, H1 /\ exists y, H2 /\ True. Each part of a conjunction is
   walked; what is left is a conclusion and asks for nothing. So no theorem is true for want of a case. *)

Ltac instance_of_type P :=
  lazymatch eval cbv zeta in P with
  | ?A /\ ?B => let a := instance_of_type A in let b := instance_of_type B in constr:(a /\ b)
  | ?A -> ?B =>
      let b := instance_of_type B in
      lazymatch type of A with
      | Prop => constr:(A /\ b)
      | _ => constr:(exists _ : A, b)
      end
  | forall x : ?A, @?B x =>
      constr:(exists x : A,
        ltac:(let b := eval cbv beta in (B x) in let r := instance_of_type b in exact r))
  | _ => constr:(True)
  end.

(* A statement, and each part of a conjunction at its root, may be a definition with its arguments, which is opened;
   a whole statement may begin with what exists. *)
Ltac instance_of_part P :=
  lazymatch eval cbv zeta in P with
  | ?A /\ ?B => let a := instance_of_part A in let b := instance_of_part B in constr:(a /\ b)
  | forall x, _ => instance_of_type P
  | ~ _ => constr:(True)
  | _ <-> _ => constr:(True)
  | _ =>
      let Q := eval hnf in P in
      lazymatch Q with
      | forall x, _ => instance_of_type Q
      | _ /\ _ => instance_of_part Q
      | _ => constr:(True)
      end
  end.

Ltac instance_of_root P :=
  lazymatch eval cbv zeta in P with
  | exists x : ?A, @?B x =>
      constr:(exists x : A,
        ltac:(let b := eval cbv beta in (B x) in let r := instance_of_type b in exact r))
  | _ => instance_of_part P
  end.

Ltac instance_of_statement S := let P := eval unfold S in S in let r := instance_of_root P in exact r.

Notation instance_of S := ltac:(instance_of_statement S) (only parsing).
