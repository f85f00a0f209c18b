;; A miniKanren of our own, as small as it can be: unification with occurs check, disequality,
;; interleaving search. It solves some problems of interp.rs, to be measured in the same run.
;; A state is (substitution . disequalities); a substitution is an association list.

(define-record-type var (fields name))
(define (walk t s)
  (let ([found (and (var? t) (assq t s))]) (if found (walk (cdr found) s) t)))
(define (occurs? x t s)
  (let ([t (walk t s)])
    (cond [(var? t) (eq? x t)]
          [(pair? t) (or (occurs? x (car t) s) (occurs? x (cdr t) s))]
          [else #f])))
(define (bind-var x t s) (and (not (occurs? x t s)) (cons (cons x t) s)))
(define (unify a b s)
  (let ([a (walk a s)] [b (walk b s)])
    (cond [(eq? a b) s]
          [(var? a) (bind-var a b s)]
          [(var? b) (bind-var b a s)]
          [(and (pair? a) (pair? b))
           (let ([s (unify (car a) (car b) s)]) (and s (unify (cdr a) (cdr b) s)))]
          [else (and (equal? a b) s)])))

;; The bindings that `s` has and `base` has not, as a pair of terms to keep apart; #f if none.
(define (news s base)
  (let loop ([s s] [left '()] [right '()])
    (if (eq? s base)
        (and (pair? left) (cons left right))
        (loop (cdr s) (cons (caar s) left) (cons (cdar s) right)))))
(define (recheck apart s)
  (let loop ([apart apart] [kept '()])
    (if (null? apart)
        (cons s kept)
        (let ([t (unify (caar apart) (cdar apart) s)])
          (cond [(not t) (loop (cdr apart) kept)]
                [(news t s) => (lambda (pair) (loop (cdr apart) (cons pair kept)))]
                [else #f])))))
(define (unit state) (if state (list state) '()))
(define (== a b)
  (lambda (state)
    (let ([s (unify a b (car state))])
      (unit (and s (if (eq? s (car state)) state (recheck (cdr state) s)))))))
(define (=/= a b)
  (lambda (state) (unit (recheck (cons (cons a b) (cdr state)) (car state)))))

;; A stream is a list whose tail may be a procedure.
(define (mplus a b)
  (cond [(null? a) b]
        [(procedure? a) (lambda () (mplus b (a)))]
        [else (cons (car a) (mplus (cdr a) b))]))
(define (mbind stream goal)
  (cond [(null? stream) '()]
        [(procedure? stream) (lambda () (mbind (stream) goal))]
        [else (mplus (goal (car stream)) (mbind (cdr stream) goal))]))
(define (take n stream)
  (cond [(or (zero? n) (null? stream)) '()]
        [(procedure? stream) (take n (stream))]
        [else (cons (car stream) (take (- n 1) (cdr stream)))]))
(define (all . goals)
  (lambda (state) (fold-left mbind (list state) goals)))
(define-syntax fresh
  (syntax-rules ()
    [(_ (x ...) goal ...)
     (lambda (state) (let ([x (make-var 'x)] ...) ((all goal ...) state)))]))
(define-syntax conde
  (syntax-rules ()
    [(_ (goal ...) ...) (lambda (state) (lambda () (either state (list (all goal ...) ...))))]))
(define (either state goals)
  (if (null? goals) '() (mplus ((car goals) state) (lambda () (either state (cdr goals))))))
(define (solve n goal) (take n (goal (cons '() '()))))

(define (appendo xs ys out)
  (conde [(== xs '()) (== ys out)]
         [(fresh (head tail rest)
            (== xs (cons head tail)) (== out (cons head rest)) (appendo tail ys rest))]))
(define (reverseo xs done out)
  (conde [(== xs '()) (== done out)]
         [(fresh (head tail) (== xs (cons head tail)) (reverseo tail (cons head done) out))]))

;; The lambda calculus of the test `lambda.rs`.
(define (lookupo name env out)
  (fresh (other value rest)
    (== env `((,other . ,value) . ,rest))
    (conde [(== name other) (== out value)]
           [(=/= name other) (lookupo name rest out)])))
(define (evalo scope expr env out)
  (conde [(fresh (n) (== expr `(lit ,n)) (== out `(number ,n)))]
         [(fresh (name) (== expr `(var ,name)) (lookupo name env out))]
         [(fresh (name body) (== expr `(lam ,name ,body)) (== out `(closure ,name ,body ,env)))]
         [(fresh (fun arg name body captured value)
            (== expr `(app ,fun ,arg))
            (evalo scope fun env `(closure ,name ,body ,captured))
            (evalo scope arg env value)
            (evalo scope body
                   `((,name . ,value) . ,(if (eq? scope 'lexical) captured env)) out))]))

(define (measure name rounds n goal)
  (let ([found 0] [start (cpu-time)])
    (do ([i 0 (+ i 1)]) ((= i rounds)) (set! found (length (solve n goal))))
    (let ([ms (exact->inexact (/ (- (cpu-time) start) rounds))])
      (printf "miniKanren, ~a: ~,4f ms; ~a answers\n" name ms found))))

(measure "append, both unknown, all" 10000 7
         (fresh (x y) (appendo x y '(a b c d e))))
(measure "palindromes, 6" 10000 6 (fresh (x) (reverseo x '() x)))
(measure "palindromes, 40" 100 40 (fresh (x) (reverseo x '() x)))
(measure "a program that tells scopes apart" 3 1
         (fresh (p) (evalo 'lexical p '() '(number 1)) (evalo 'dynamic p '() '(number 2))))
(measure "10 programs, 42 and 137" 1 10
         (fresh (p) (evalo 'lexical p '() '(number 42)) (evalo 'dynamic p '() '(number 137))))
