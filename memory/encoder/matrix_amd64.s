#include "textflag.h"

// func dots(acc *[8]int32, w *int8, x0, x1 *int16, n int)
//
// Sixteen weights at a time are widened to words; VPMADDWD multiplies them with an input and
// adds neighbours into eight sums of 32 bits. Y0..Y3 are the rows with x0, Y4..Y7 with x1.
TEXT ·dots(SB), NOSPLIT, $0-40
	MOVQ  acc+0(FP), DI
	MOVQ  w+8(FP), R8
	MOVQ  x0+16(FP), SI
	MOVQ  x1+24(FP), DX
	MOVQ  n+32(FP), CX
	LEAQ  (R8)(CX*1), R9
	LEAQ  (R9)(CX*1), R10
	LEAQ  (R10)(CX*1), R11
	XORQ  AX, AX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	VPXOR Y4, Y4, Y4
	VPXOR Y5, Y5, Y5
	VPXOR Y6, Y6, Y6
	VPXOR Y7, Y7, Y7

loop:
	VMOVDQU   (SI)(AX*2), Y8
	VMOVDQU   (DX)(AX*2), Y9
	VPMOVSXBW (R8)(AX*1), Y10
	VPMOVSXBW (R9)(AX*1), Y11
	VPMOVSXBW (R10)(AX*1), Y12
	VPMOVSXBW (R11)(AX*1), Y13
	VPMADDWD  Y8, Y10, Y14
	VPMADDWD  Y9, Y10, Y15
	VPADDD    Y14, Y0, Y0
	VPADDD    Y15, Y4, Y4
	VPMADDWD  Y8, Y11, Y14
	VPMADDWD  Y9, Y11, Y15
	VPADDD    Y14, Y1, Y1
	VPADDD    Y15, Y5, Y5
	VPMADDWD  Y8, Y12, Y14
	VPMADDWD  Y9, Y12, Y15
	VPADDD    Y14, Y2, Y2
	VPADDD    Y15, Y6, Y6
	VPMADDWD  Y8, Y13, Y14
	VPMADDWD  Y9, Y13, Y15
	VPADDD    Y14, Y3, Y3
	VPADDD    Y15, Y7, Y7
	ADDQ      $16, AX
	CMPQ      AX, CX
	JLT       loop

	// Eight sums of eight become eight: neighbours are added twice within halves, then the halves.
	VPHADDD      Y1, Y0, Y0
	VPHADDD      Y3, Y2, Y2
	VPHADDD      Y2, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPADDD       X1, X0, X0
	VMOVDQU      X0, (DI)
	VPHADDD      Y5, Y4, Y4
	VPHADDD      Y7, Y6, Y6
	VPHADDD      Y6, Y4, Y4
	VEXTRACTI128 $1, Y4, X5
	VPADDD       X5, X4, X4
	VMOVDQU      X4, 16(DI)
	VZEROUPPER
	RET
