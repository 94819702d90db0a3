#include "go_asm.h"
#include "textflag.h"

// func weighAVX2(w *weighing, n int)
//
// It does for eight records what weighFrom does for one, in the same order, so that the results are
// the same to the last bit. VMAXPS gives its second operand, here zero, where neither is greater.
TEXT ·weighAVX2(SB), NOSPLIT, $0-16
	MOVQ         w+0(FP), AX
	MOVQ         n+8(FP), CX
	MOVQ         weighing_dots(AX), SI
	MOVQ         weighing_scales(AX), DI
	MOVQ         weighing_keyword(AX), R8
	MOVQ         weighing_kinds(AX), R9
	MOVQ         weighing_plus(AX), R10
	MOVQ         weighing_factor(AX), R11
	MOVQ         weighing_vector(AX), R12
	MOVQ         weighing_own(AX), R13
	VBROADCASTSS weighing_slope(AX), Y8
	VBROADCASTSS weighing_start(AX), Y9
	VBROADCASTSS weighing_byKeyword(AX), Y10
	VBROADCASTSS weighing_byVector(AX), Y11
	VXORPS       Y12, Y12, Y12
	XORQ         DX, DX

eight:
	VCVTDQ2PS  (SI)(DX*4), Y0
	VMOVUPS    (DI)(DX*4), Y1
	VMULPS     Y8, Y0, Y0
	VMULPS     Y1, Y0, Y0
	VADDPS     Y9, Y0, Y0
	VMAXPS     Y12, Y0, Y0
	VCMPPS     $4, Y12, Y1, Y1   // a scale that is not 0
	VANDPS     Y1, Y0, Y0
	VMOVUPS    Y0, (R12)(DX*4)

	VMOVDQU    (R9)(DX*4), Y4
	VPCMPEQD   Y6, Y6, Y6
	VPCMPEQD   Y7, Y7, Y7
	VGATHERDPS Y6, (R10)(Y4*4), Y2
	VGATHERDPS Y7, (R11)(Y4*4), Y3
	VMULPS     (R8)(DX*4), Y10, Y5
	VMULPS     Y0, Y11, Y0
	VADDPS     Y0, Y5, Y0
	VADDPS     Y2, Y0, Y0
	VMAXPS     Y12, Y0, Y0
	VMULPS     Y3, Y0, Y0
	VMOVUPS    Y0, (R13)(DX*4)
	ADDQ       $8, DX
	CMPQ       DX, CX
	JNE        eight
	VZEROUPPER
	RET
