;; The questions of `minikanren.rs` in miniKanren. The folder of faster-miniKanren is the working directory; nothing of it is here.
(load "mk-vicare.scm")
(load "mk.scm")

(define (appendo xs ys out)
  (conde
    [(== xs '()) (== ys out)]
    [(fresh (head tail rest)
       (== xs (cons head tail)) (== out (cons head rest)) (appendo tail ys rest))]))

;; A Scheme of five forms.
(define (unboundo name env)
  (conde
    [(== env '())]
    [(fresh (other value rest)
       (== env `((,other . ,value) . ,rest)) (=/= other name) (unboundo name rest))]))
(define (lookupo name env out)
  (fresh (other value rest)
    (== env `((,other . ,value) . ,rest))
    (conde
      [(== other name) (== out value)]
      [(=/= other name) (lookupo name rest out)])))
(define (evalo expr env out)
  (conde
    [(fresh (datum)
       (== expr `(quote ,datum)) (unboundo 'quote env) (absento 'closure datum) (== out datum))]
    [(fresh (args) (== expr `(list . ,args)) (unboundo 'list env) (absento 'closure args) (listo args env out))]
    [(symbolo expr) (lookupo expr env out)]
    [(fresh (fun arg name body inner value)
       (== expr `(,fun ,arg))
       (evalo fun env `(closure ,name ,body ,inner))
       (evalo arg env value)
       (evalo body `((,name . ,value) . ,inner) out))]
    [(fresh (name body)
       (== expr `(lambda (,name) ,body)) (symbolo name) (unboundo 'lambda env)
       (== out `(closure ,name ,body ,env)))]))
(define (listo args env out)
  (conde
    [(== args '()) (== out '())]
    [(fresh (first rest head tail)
       (== args (cons first rest)) (== out (cons head tail)) (evalo first env head) (listo rest env tail))]))

;; Proofs as terms: what a term proves from hypotheses, which are numbered from the innermost.
(define (hypothesiso number hyps out)
  (fresh (first rest)
    (== hyps (cons first rest))
    (conde
      [(== number 'z) (== out first)]
      [(fresh (before) (== number `(s ,before)) (hypothesiso before rest out))])))
(define (proveso hyps proof out)
  (conde
    [(fresh (number) (== proof `(hyp ,number)) (hypothesiso number hyps out))]
    [(fresh (a b body) (== proof `(suppose ,body)) (== out `(imp ,a ,b)) (proveso (cons a hyps) body b))]
    [(fresh (p q a b) (== proof `(both ,p ,q)) (== out `(both ,a ,b)) (proveso hyps p a) (proveso hyps q b))]
    [(fresh (p b) (== proof `(left ,p)) (proveso hyps p `(both ,out ,b)))]
    [(fresh (p a) (== proof `(right ,p)) (proveso hyps p `(both ,a ,out)))]
    [(fresh (f p a) (== proof `(use ,f ,p)) (proveso hyps f `(imp ,a ,out)) (proveso hyps p a))]))

(define-syntax measure
  (syntax-rules ()
    [(_ name rounds search)
     (let ([start (cpu-time)])
       (do ([i 1 (+ i 1)]) ((= i rounds)) search)
       (let* ([found search] [ms (/ (- (cpu-time) start) rounds 1.0)])
         (printf "~a\t~a\t~a\n" name ms (length found))))]))

(measure "append, all" 2000 (run* (x y) (appendo x y '(a b c d e))))
(measure "quine" 50 (run 1 (p) (evalo p '() p)))
(measure "twine" 5 (run 1 (p q) (=/= p q) (evalo p '() q) (evalo q '() p)))
(measure "thrine" 2
  (run 1 (p q r) (=/= p q) (=/= q r) (=/= p r) (evalo p '() q) (evalo q '() r) (evalo r '() p)))
(measure "transitivity" 50 (run 1 (p) (proveso '() p '(imp (imp a b) (imp (imp b c) (imp a c))))))
(measure "and commutes" 50 (run 1 (p) (proveso '() p '(imp (both a b) (both b a)))))
;; S, `(imp (imp a (imp b c)) (imp (imp a b) (imp a c)))`, is not proved within two minutes.
