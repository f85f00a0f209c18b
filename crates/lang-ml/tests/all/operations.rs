//! What a program calls outside: operations of opaque modules, their names, sorts and comments.

use lang_core::{Argument, Session};
use lang_ml::ast::Label;
use lang_ml::{Layout, Module, OperationKind, load};
use machine::{Exit, Machine, Step};
use source::{File, Files};
use term::{Pool, Sort};

fn read(pool: &Pool, texts: &[(&str, &str)], layout: Layout) -> Module {
    let mut files = Files::new();
    let sources: Vec<File> = texts.iter().map(|(name, text)| files.add(name, text)).collect();
    load(pool, &mut files, &sources, layout).unwrap_or_else(|diagnostics| {
        panic!("{}", diagnostics[0].message);
    })
}

/// Name, kind and type of each operation, a line each.
fn show_operations(pool: &Pool, module: &Module) -> String {
    let lines = module.outline.operations.iter().map(|operation| {
        let kind = match operation.kind {
            OperationKind::Effect(_) => "effect",
            OperationKind::Pure(_) => "pure",
            OperationKind::Constant(_) => "constant",
        };
        let sorts: Vec<String> =
            operation.ty.params.iter().map(|param| pool.show_sort(param.sort)).collect();
        let doc = operation.notes.doc.as_ref().map_or("", |doc| doc.text.trim());
        let result = pool.show_sort(operation.ty.result);
        format!("{kind} {} ({}) {result} {doc}", operation.name, sorts.join(" "))
            .trim_end()
            .to_owned()
    });
    lines.collect::<Vec<String>>().join("\n")
}

/// Runs a method on unknown arguments, always taking the first way, and tells what happens.
fn first_path(pool: &Pool, module: &Module, method: &str) -> Vec<String> {
    let method = module.outline.method(method).expect("defined");
    let mut session = Session::new(module.program.clone(), method.global)
        .initialising(module.outline.init.iter().copied())
        .returning(method.ty.result);
    for (number, param) in method.ty.params.iter().enumerate() {
        let name = param.name.clone().unwrap_or_else(|| format!("arg{number}"));
        session = session.with_arg(Argument::Ask(name, param.sort));
    }
    let (mut state, mut told, mut asked) = (session.start(pool), Vec::new(), 0);
    for _ in 0..10_000 {
        state = match session.step(pool, state) {
            Step::Go(cases) => {
                let all = cases.len();
                let (cond, next) = cases.into_iter().next().expect("some way goes on");
                if all > 1 {
                    told.push(format!("if {}", pool.show(cond)));
                }
                next
            }
            Step::Ask(input, next) => {
                asked += 1;
                let variable = pool.var(&format!("{}{asked}", input.name), input.sort);
                session.supply(pool, next, variable)
            }
            Step::Emit(event, next) => {
                let args: Vec<String> = event.args.iter().map(|arg| pool.show(*arg)).collect();
                told.push(format!("{} {}", pool.name(event.op), args.join(" ")));
                next
            }
            Step::Stop(Exit::Finished(result)) => {
                told.push(format!("= {}", result.map_or("?".to_owned(), |term| pool.show(term))));
                return told;
            }
            Step::Stop(exit) => panic!("{exit:?}"),
            Step::Unsupported(gap) => {
                told.push(format!("unsupported {}", gap.what));
                return told;
            }
        }
    }
    panic!("does not end")
}

const LINKED_LIST: &str = r#"
module type KEY = sig type t end
module type NODE = sig type t val null : t end
module type ELEM = sig type t val less : t -> t -> bool [@@pure] end
module type STORE = sig
  type key
  type value
  (** (k: key) -> (v: value)
      effect <get k v> *)
  val get : key -> value
  (** effect <put k v> *)
  val put : key -> value -> unit
end
module LinkedList (Node : NODE) (Elem : ELEM)
    (Nxt : STORE with type key = Node.t and type value = Node.t)
    (Val : STORE with type key = Node.t and type value := Elem.t) = struct
  (** (hd: Node.t) -> (v: Elem.t) -> Node.t *)
  let remove hd elem =
    if hd = Node.null then hd
    else if Val.get hd = elem then Nxt.get hd
    else
      let rec loop prev =
        let curr = Nxt.get prev in
        if curr = Node.null then ()
        else if Elem.less elem (Val.get curr) then begin
          let next = Nxt.get curr in
          Nxt.put curr Node.null;
          Nxt.put prev next
        end
        else loop curr
      in
      loop hd; hd
end
"#;

#[test]
fn instances_of_one_signature_are_separate_alphabets() {
    let pool = Pool::new();
    let module = read(&pool, &[("list.ml", LINKED_LIST)], Layout::Modules);
    assert_eq!(
        show_operations(&pool, &module),
        "constant Node.null () Node.t\n\
         pure Elem.less (Elem.t Elem.t) Bool\n\
         effect Nxt.get (Node.t) Node.t (k: key) -> (v: value)\n      effect <get k v>\n\
         effect Nxt.put (Node.t Node.t) unit effect <put k v>\n\
         effect Val.get (Node.t) Elem.t (k: key) -> (v: value)\n      effect <get k v>\n\
         effect Val.put (Node.t Elem.t) unit effect <put k v>"
    );
}

#[test]
fn a_method_of_a_functor_can_be_run_over_opaque_arguments() {
    let pool = Pool::new();
    let module = read(&pool, &[("list.ml", LINKED_LIST)], Layout::Modules);
    let remove = module.outline.method("LinkedList.remove").expect("defined");
    assert_eq!(remove.ty.text, "Node.t -> Elem.t -> Node.t");
    let names: Vec<_> = remove.ty.params.iter().map(|param| param.name.as_deref()).collect();
    assert_eq!(names, [Some("hd"), Some("elem")]);
    assert!(remove.notes.doc.as_ref().is_some_and(|doc| doc.text.contains("hd: Node.t")));
    let told = first_path(&pool, &module, "LinkedList.remove");
    assert_eq!(told.last().map(String::as_str), Some("= hd1"), "{told:?}");
}

#[test]
fn externals_of_a_functor_are_operations_of_its_instances() {
    let pool = Pool::new();
    let text = r#"
        module type T = sig type t end
        module Store (K : T) (V : T) : sig
          (** effect <get k v> *)
          val get : K.t -> V.t
          val put : K.t -> V.t -> unit
        end = struct
          external get : K.t -> V.t = "store_get"
          external put : K.t -> V.t -> unit = "store_put"
        end
        module Color = struct type t = Red | Black end
        module Node = struct type t end
        module C = Store (Node) (Color)
        module P = Store (Node) (Node)
        let paint n = C.put n Red; ignore (C.get (P.get n))
    "#;
    let module = read(&pool, &[("store.ml", text)], Layout::Modules);
    let names: Vec<&str> =
        module.outline.operations.iter().map(|operation| operation.name.as_str()).collect();
    assert_eq!(names[names.len() - 4..], ["C.get", "C.put", "P.get", "P.put"]);
    let get = module.outline.operation("C.get").expect("declared");
    assert!(get.notes.doc.is_some(), "the comment of the signature is that of the operation");
    assert_eq!(
        first_path(&pool, &module, "paint"),
        ["C.put n1 Color.t.Red", "P.get n1", "C.get P.get2", "= |unit.()|"]
    );
}

#[test]
fn attribute_specs_and_unknown_modules() {
    let pool = Pool::new();
    let library = "val put : Key.t -> Elem.t -> unit\nval has : Key.t -> bool";
    let method = r#"
        let[@pred] storedP (k : Key.t) (x : Elem.t) =
          _F (Put ((k [@d]), (x [@d]), v, true) && _X (_G (not (Put ((k [@d]), y, v, true)))))
        let add (k : Key.t) (x : Elem.t) : unit = if has k then () else put k x
        let[@assertRty] add ((m : Elem.t) [@ghost]) ?l:(k = (true : [%v: Key.t])) =
          { pre = rI m; res = (true : [%v: unit]); post = rI m }
    "#;
    let texts = [("lib_nty.ml", library), ("add.ml", method)];
    let module = read(&pool, &texts, Layout::Flat);
    assert_eq!(
        show_operations(&pool, &module),
        "effect put (Key.t Elem.t) unit\neffect has (Key.t) Bool"
    );
    assert_eq!(module.outline.method("add").expect("defined").ty.text, "Key.t -> Elem.t -> unit");
    assert_eq!(module.outline.specs.len(), 2);
    assert!(module.outline.specs[0].notes.has("pred"));
    assert_eq!(module.outline.sort("Key.t"), Some(pool.elem_sort("Key.t")));
}

#[test]
fn sorts_follow_types() {
    let pool = Pool::new();
    let text = "type color = Red | Black\n\
                module M : sig type t val make : int -> t end = struct type t = int let make n = n end\n\
                let f (c : color) ~s:(t : M.t) (g : int -> bool) (p : char * string list) = ()";
    let module = read(&pool, &[("a.ml", text)], Layout::Modules);
    let f = module.outline.method("f").expect("defined");
    let sorts: Vec<String> = f.ty.params.iter().map(|param| pool.show_sort(param.sort)).collect();
    assert_eq!(sorts[0], "color");
    assert_eq!(f.ty.params[1].label, Label::Named("s".to_owned()));
    assert_eq!(f.ty.params[1].sort, Sort::INT, "what is hidden is known when the program runs");
    assert!(module.program.arrow(f.ty.params[2].sort).is_some());
    assert_eq!(module.outline.sort("M.t"), Some(Sort::INT));
}

#[test]
fn what_is_not_modelled_matters_only_where_it_is_reached() {
    let pool = Pool::new();
    let text = "let f n = if n = 0 then \"zero\" else Printf.sprintf \"%d\" n\nlet pi = 3.14\n\
                let g () = object end\nlet h x = x";
    let module = read(&pool, &[("a.ml", text)], Layout::Modules);
    let told = first_path(&pool, &module, "h");
    assert!(
        !told.iter().any(|step| step.starts_with("unsupported")),
        "nothing needs `pi`: {told:?}"
    );
    assert_eq!(first_path(&pool, &module, "pi"), ["unsupported a floating-point number"]);
    assert_eq!(first_path(&pool, &module, "f").last().map(String::as_str), Some("= \"zero\""));
    assert_eq!(first_path(&pool, &module, "g"), ["unsupported an object expression"]);
}
