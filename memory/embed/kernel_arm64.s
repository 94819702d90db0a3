#include "textflag.h"

// What the assembler has no word for: Vd.8H = Vn.8B times Vm.8B, and of their upper halves; Vd.4S +=
// pairs of Vn.8H; Vd = the lower or upper half of Vn widened; Vd.4S += Vn.4S times Vm.4S.
#define SMULL(m, n, d) WORD $(0x0E20C000 | (m)<<16 | (n)<<5 | (d))
#define SMULL2(m, n, d) WORD $(0x4E20C000 | (m)<<16 | (n)<<5 | (d))
#define SADALP(n, d) WORD $(0x4E606800 | (n)<<5 | (d))
#define SXTL8(n, d) WORD $(0x0F08A400 | (n)<<5 | (d))
#define SXTL8U(n, d) WORD $(0x4F08A400 | (n)<<5 | (d))
#define SXTL16(n, d) WORD $(0x0F10A400 | (n)<<5 | (d))
#define SXTL16U(n, d) WORD $(0x4F10A400 | (n)<<5 | (d))
#define MLA(m, n, d) WORD $(0x4EA09400 | (m)<<16 | (n)<<5 | (d))

// func dotNEON(a, b *int8, n int) int32
//
// Products are words of 16 bits; neighbours are added into sums of 32.
TEXT ·dotNEON(SB), NOSPLIT, $0-28
	MOVD a+0(FP), R0
	MOVD b+8(FP), R1
	MOVD n+16(FP), R2
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16

loop:
	VLD1.P 32(R0), [V2.B16, V3.B16]
	VLD1.P 32(R1), [V4.B16, V5.B16]
	SMULL(4, 2, 6)
	SMULL2(4, 2, 7)
	SMULL(5, 3, 16)
	SMULL2(5, 3, 17)
	SADALP(6, 0)
	SADALP(7, 1)
	SADALP(16, 0)
	SADALP(17, 1)
	SUBS   $32, R2
	BNE    loop

	VADD  V1.S4, V0.S4, V0.S4
	VADDV V0.S4, V0
	VMOV  V0.S[0], R3
	MOVW  R3, ret+24(FP)
	RET

// func addNEON(sum *[256]int32, row *byte, weight int32)
TEXT ·addNEON(SB), NOSPLIT, $0-20
	MOVD sum+0(FP), R0
	MOVD row+8(FP), R1
	MOVW weight+16(FP), R2
	VDUP R2, V0.S4
	MOVD $16, R3

next:
	VLD1.P 16(R1), [V1.B16]
	SXTL8(1, 2)
	SXTL8U(1, 3)
	SXTL16(2, 4)
	SXTL16U(2, 5)
	SXTL16(3, 6)
	SXTL16U(3, 7)
	VLD1   (R0), [V16.S4, V17.S4, V18.S4, V19.S4]
	MLA(0, 4, 16)
	MLA(0, 5, 17)
	MLA(0, 6, 18)
	MLA(0, 7, 19)
	VST1.P [V16.S4, V17.S4, V18.S4, V19.S4], 64(R0)
	SUBS   $1, R3
	BNE    next
	RET
