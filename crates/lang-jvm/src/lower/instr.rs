//! Instructions.
//!
//! An instruction that names something of the constant pool is replaced, when it has been run once,
//! by one that holds what the name stands for: `GetField` becomes `Field`, and so on.

/// One instruction. Jumps are absolute indices into the code of the whole machine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Instr {
    Nop,
    /// Pushes one slot: null, or the bits of an int or float.
    Const(u32),
    /// Pushes two slots: a long or double from the table of wide constants.
    ConstWide(u32),
    /// Pushes the constant with this index.
    Ldc(u16),
    /// Pushes a string of the table of texts.
    Text(u32),
    /// Pushes the `Class` of a class.
    Mirror(u32),

    Load(u16),
    LoadWide(u16),
    Store(u16),
    StoreWide(u16),
    Inc(u16, i16),
    ArrayLoad(Elem),
    ArrayStore(Elem),
    ArrayLength,

    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,

    Int(IntOp),
    Long(IntOp),
    Float(FloatOp),
    Double(FloatOp),
    NegInt,
    NegLong,
    NegFloat,
    NegDouble,
    Convert(Convert),
    CompareLong,
    /// What a comparison with NaN gives.
    CompareFloat(i8),
    /// What a comparison with NaN gives.
    CompareDouble(i8),

    /// Compares an int with zero.
    If(Test, u32),
    /// Compares two ints.
    IfInts(Test, u32),
    IfSame(u32),
    IfDiffer(u32),
    IfNull(u32),
    IfNonNull(u32),
    Goto(u32),
    Jsr(u32),
    Ret(u16),
    /// Jumps by a table of switches.
    Switch(u32),
    Return,
    ReturnOne,
    ReturnWide,
    Throw,

    GetStatic(u16),
    PutStatic(u16),
    GetField(u16),
    PutField(u16),
    /// A static field by its place.
    Static(u32),
    StaticWide(u32),
    SetStatic(u32),
    SetStaticWide(u32),
    /// A field by its place in the object.
    Field(u32),
    FieldWide(u32),
    SetField(u32),
    SetFieldWide(u32),

    InvokeVirtual(u16),
    InvokeSpecial(u16),
    InvokeStatic(u16),
    InvokeInterface(u16),
    InvokeDynamic(u16),
    /// Calls by the class of the receiver: place in its table, and slots of the arguments.
    CallVirtual(u16, u8),
    /// Calls exactly this method on a receiver that is not null.
    CallSpecial(u32),
    CallStatic(u32),
    /// Calls through an interface: number of the call site.
    CallInterface(u32),
    /// A call that is reported: number of the call.
    Followed(u32),
    /// A jump whose way may be kept: number of the jump.
    Traced(u32),
    /// Calls through the handle of a variable: number of the access.
    Access(u32),

    New(u16),
    /// Makes an object of a class that is known.
    NewOf(u32),
    NewArray(Elem),
    NewRefArray(u16),
    /// Makes an array of this class.
    NewArrayOf(u32),
    NewMulti(u16, u8),
    CheckCast(u16),
    CastTo(u32),
    InstanceOf(u16),
    IsA(u32),
    MonitorEnter,
    MonitorExit,
}

/// Kinds of array elements that are stored in different ways.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Elem {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Ref,
}

/// Operations on two ints or two longs; a shift takes an int on its right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IntOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Ushr,
}

/// Operations on two floats or two doubles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// Conversions between primitive types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Convert {
    IntToLong,
    IntToFloat,
    IntToDouble,
    LongToInt,
    LongToFloat,
    LongToDouble,
    FloatToInt,
    FloatToLong,
    FloatToDouble,
    DoubleToInt,
    DoubleToLong,
    DoubleToFloat,
    IntToByte,
    IntToChar,
    IntToShort,
}

/// Comparisons of ints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    Eq,
    Ne,
    Lt,
    Ge,
    Gt,
    Le,
}

impl Test {
    pub(crate) fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Test::Eq => a == b,
            Test::Ne => a != b,
            Test::Lt => a < b,
            Test::Ge => a >= b,
            Test::Gt => a > b,
            Test::Le => a <= b,
        }
    }
}
