/** Of other languages, what turns a request round. */
export const REST = `
not: inte aldrig utan ikke ei jangan tidak bukan tanpa không đừng लेकिन नहीं मत อย่า ไม่ kein geen
asks: mengapa bagaimana apakah क्या कैसे क्यों
told: katanya bilang
maybe: mungkin
when: jika kalau setelah besok ถ้า เมื่อ
sell: sälj sælg jual bán बेचो बेच बेचें ขาย
buy: köp køb beli mua खरीदो खरीदें ซื้อ
swap: byt tukar đổi बदलो แลก
cancel: avbryt annuller batalkan hủy रद्द ยกเลิก
pause: jeda หยุด
resume: lanjutkan
skip: lewati
freeze: frys bekukan อายัด
all: alla semua
`;
