#include "textflag.h"

// SUM_Y0 adds up the eight sums of Y0 in the lowest 32 bits of X0; X1 is written over.
#define SUM_Y0 \
	VEXTRACTI128 $1, Y0, X1     \
	VPADDD       X1, X0, X0     \
	VPSHUFD      $0x4E, X0, X1  \
	VPADDD       X1, X0, X0     \
	VPSHUFD      $0xB1, X0, X1  \
	VPADDD       X1, X0, X0

// func dotAVX2(a, b *int8, n int) int32
//
// Sixteen bytes at a time are widened to words; VPMADDWD multiplies and adds neighbours into
// eight sums of 32 bits. Two sets of sums run side by side.
TEXT ·dotAVX2(SB), NOSPLIT, $0-28
	MOVQ  a+0(FP), SI
	MOVQ  b+8(FP), DI
	MOVQ  n+16(FP), CX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1

loop:
	VPMOVSXBW (SI), Y2
	VPMOVSXBW (DI), Y3
	VPMOVSXBW 16(SI), Y4
	VPMOVSXBW 16(DI), Y5
	VPMADDWD  Y3, Y2, Y2
	VPMADDWD  Y5, Y4, Y4
	VPADDD    Y2, Y0, Y0
	VPADDD    Y4, Y1, Y1
	ADDQ      $32, SI
	ADDQ      $32, DI
	SUBQ      $32, CX
	JNZ       loop

	VPADDD       Y1, Y0, Y0
	SUM_Y0
	VMOVD        X0, AX
	VZEROUPPER
	MOVL         AX, ret+24(FP)
	RET

// func dotsAVX2(query, rows *int8, n int, out *int32, count int)
//
// VPMADDUBSW multiplies unsigned bytes with signed ones and adds neighbours, in words that two
// products of 127 by 127 just fit. So a row takes the query's signs, and is multiplied with the
// query's sizes: half the work of widening both.
TEXT ·dotsAVX2(SB), NOSPLIT, $0-40
	MOVQ     query+0(FP), SI
	MOVQ     rows+8(FP), DI
	MOVQ     n+16(FP), DX
	MOVQ     out+24(FP), R9
	MOVQ     count+32(FP), R10
	VPCMPEQW Y7, Y7, Y7
	VPSRLW   $15, Y7, Y7

row:
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	XORQ  CX, CX

part:
	VMOVDQU    (DI), Y2
	VMOVDQU    32(DI), Y3
	VPABSB     (SI)(CX*1), Y4
	VPABSB     32(SI)(CX*1), Y5
	VPSIGNB    (SI)(CX*1), Y2, Y2
	VPSIGNB    32(SI)(CX*1), Y3, Y3
	VPMADDUBSW Y2, Y4, Y2
	VPMADDUBSW Y3, Y5, Y3
	VPMADDWD   Y7, Y2, Y2
	VPMADDWD   Y7, Y3, Y3
	VPADDD     Y2, Y0, Y0
	VPADDD     Y3, Y1, Y1
	ADDQ       $64, DI
	ADDQ       $64, CX
	CMPQ       CX, DX
	JNE        part

	VPADDD       Y1, Y0, Y0
	SUM_Y0
	VMOVD        X0, (R9)
	ADDQ         $4, R9
	DECQ         R10
	JNZ          row
	VZEROUPPER
	RET

// SUM_Z adds up the sixteen sums of a Z register, given by its Z, Y and X names, in the lowest 32
// bits; X1 and Y1 are written over.
#define SUM_Z(Z, Y, X) \
	VEXTRACTI64X4 $1, Z, Y1 \
	VPADDD        Y1, Y, Y  \
	VEXTRACTI128  $1, Y, X1 \
	VPADDD        X1, X, X  \
	VPSHUFD       $0x4E, X, X1 \
	VPADDD        X1, X, X  \
	VPSHUFD       $0xB1, X, X1 \
	VPADDD        X1, X, X

// func dotsVNNI(query, rows *int8, n int, out *int32, count int)
//
// VPDPBUSD multiplies unsigned bytes with signed ones and adds four neighbours into 32 bits, without
// a word in between that could run over. A row becomes unsigned by adding 128 to each element,
// which is turning its highest bit; what that adds, 128 times the sum of the query, is taken off
// beforehand. One instruction that reads, turns and one that multiplies do for 64 elements what
// takes ten of AVX2.
//
// What costs most is to bring the rows in from memory. The first half of them and the second are
// read side by side: of two streams the machine fetches more ahead than of one. It stops where a
// page ends, so that what comes a kilobyte later is asked for as well: a tenth less time for rows
// that no cache holds. What lies behind the last row is never touched by that.
TEXT ·dotsVNNI(SB), NOSPLIT, $0-40
	MOVQ         query+0(FP), SI
	MOVQ         rows+8(FP), DI
	MOVQ         n+16(FP), DX
	MOVQ         out+24(FP), R9
	MOVQ         count+32(FP), R10
	MOVL         $0x80808080, AX
	VPBROADCASTD AX, Z7
	VPXORD       Z6, Z6, Z6
	VPXORD       Z5, Z5, Z5
	XORQ         CX, CX

sum:
	VPDPBUSD (SI)(CX*1), Z7, Z5
	ADDQ     $64, CX
	CMPQ     CX, DX
	JNE      sum
	VPSUBD   Z5, Z6, Z6

	MOVQ  R10, R13
	SHRQ  $1, R13           // rows in a half
	JZ    odd
	MOVQ  R13, R11
	IMULQ DX, R11
	ADDQ  DI, R11           // the second half
	LEAQ  (R9)(R13*4), R12

pair:
	VMOVDQA64 Z6, Z0
	VMOVDQA64 Z6, Z2
	XORQ      CX, CX

parts:
	VMOVDQU64  (SI)(CX*1), Z4
	PREFETCHT0 1024(DI)(CX*1)
	PREFETCHT0 1024(R11)(CX*1)
	VPXORD     (DI)(CX*1), Z7, Z1
	VPXORD     (R11)(CX*1), Z7, Z3
	VPDPBUSD   Z4, Z1, Z0
	VPDPBUSD   Z4, Z3, Z2
	ADDQ       $64, CX
	CMPQ       CX, DX
	JNE        parts

	ADDQ  DX, DI
	ADDQ  DX, R11
	SUM_Z(Z0, Y0, X0)
	SUM_Z(Z2, Y2, X2)
	VMOVD X0, (R9)
	VMOVD X2, (R12)
	ADDQ  $4, R9
	ADDQ  $4, R12
	DECQ  R13
	JNZ   pair
	MOVQ  R11, DI           // behind the second half
	MOVQ  R12, R9

odd:
	TESTQ $1, R10
	JZ    done
	VMOVDQA64 Z6, Z0
	XORQ      CX, CX

part:
	VPXORD   (DI)(CX*1), Z7, Z1
	VPDPBUSD (SI)(CX*1), Z1, Z0
	ADDQ     $64, CX
	CMPQ     CX, DX
	JNE      part
	SUM_Z(Z0, Y0, X0)
	VMOVD    X0, (R9)

done:
	VZEROUPPER
	RET

// func addAVX2(sum *[256]int32, row *byte, weight int32)
TEXT ·addAVX2(SB), NOSPLIT, $0-20
	MOVQ         sum+0(FP), DI
	MOVQ         row+8(FP), SI
	MOVL         weight+16(FP), AX
	VMOVD        AX, X0
	VPBROADCASTD X0, Y0
	MOVQ         $8, CX

next:
	VPMOVSXBD (SI), Y1
	VPMOVSXBD 8(SI), Y2
	VPMOVSXBD 16(SI), Y3
	VPMOVSXBD 24(SI), Y4
	VPMULLD   Y0, Y1, Y1
	VPMULLD   Y0, Y2, Y2
	VPMULLD   Y0, Y3, Y3
	VPMULLD   Y0, Y4, Y4
	VPADDD    (DI), Y1, Y1
	VPADDD    32(DI), Y2, Y2
	VPADDD    64(DI), Y3, Y3
	VPADDD    96(DI), Y4, Y4
	VMOVDQU   Y1, (DI)
	VMOVDQU   Y2, 32(DI)
	VMOVDQU   Y3, 64(DI)
	VMOVDQU   Y4, 96(DI)
	ADDQ      $32, SI
	ADDQ      $128, DI
	DECQ      CX
	JNZ       next
	VZEROUPPER
	RET
