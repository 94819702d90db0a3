#include "textflag.h"

// What the assembler has no word for: Vd.8H = Vn.8B widened, and of its upper half; Vd.4S += Vn.4H
// times Vm.4H, and of their upper halves.
#define SXTL(n, d) WORD $(0x0F08A400 | (n)<<5 | (d))
#define SXTL2(n, d) WORD $(0x4F08A400 | (n)<<5 | (d))
#define SMLAL(m, n, d) WORD $(0x0E608000 | (m)<<16 | (n)<<5 | (d))
#define SMLAL2(m, n, d) WORD $(0x4E608000 | (m)<<16 | (n)<<5 | (d))

// A row of weights, at p, with x0 in V0, V1 into V(d) and with x1 in V2, V3 into V(e).
#define ROW(p, d, e) \
	VLD1.P 16(p), [V4.B16] \
	SXTL(4, 5)             \
	SXTL2(4, 6)            \
	SMLAL(0, 5, d)         \
	SMLAL(2, 5, e)         \
	SMLAL2(0, 5, d)        \
	SMLAL2(2, 5, e)        \
	SMLAL(1, 6, d)         \
	SMLAL(3, 6, e)         \
	SMLAL2(1, 6, d)        \
	SMLAL2(3, 6, e)

// The four sums of V(d) become one, written where R0 is, which moves on.
#define SUM(v) \
	VADDV  v.S4, v   \
	VMOV   v.S[0], R7 \
	MOVW.P R7, 4(R0)

// func dots(acc *[8]int32, w *int8, x0, x1 *int16, n int)
//
// Sixteen weights of each of four rows at a time; V16..V19 are the rows with x0, V20..V23 with x1.
TEXT ·dots(SB), NOSPLIT, $0-40
	MOVD acc+0(FP), R0
	MOVD w+8(FP), R8
	MOVD x0+16(FP), R1
	MOVD x1+24(FP), R2
	MOVD n+32(FP), R3
	ADD  R3, R8, R9
	ADD  R3, R9, R10
	ADD  R3, R10, R11
	VEOR V16.B16, V16.B16, V16.B16
	VEOR V17.B16, V17.B16, V17.B16
	VEOR V18.B16, V18.B16, V18.B16
	VEOR V19.B16, V19.B16, V19.B16
	VEOR V20.B16, V20.B16, V20.B16
	VEOR V21.B16, V21.B16, V21.B16
	VEOR V22.B16, V22.B16, V22.B16
	VEOR V23.B16, V23.B16, V23.B16

loop:
	VLD1.P 32(R1), [V0.H8, V1.H8]
	VLD1.P 32(R2), [V2.H8, V3.H8]
	ROW(R8, 16, 20)
	ROW(R9, 17, 21)
	ROW(R10, 18, 22)
	ROW(R11, 19, 23)
	SUBS   $16, R3
	BNE    loop

	SUM(V16)
	SUM(V17)
	SUM(V18)
	SUM(V19)
	SUM(V20)
	SUM(V21)
	SUM(V22)
	SUM(V23)
	RET
