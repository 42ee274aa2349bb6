/** Turkish. */
export const TR = `
not: hayır değil asla olmadan hariç sakın satma satmayın alma almayın yapma yapmayın etme dokunma bırak iptal_etme gönderme gönderilmesin açılmasın olmaz istemiyorum yok yasak boşver göndermiyoruz satmıyoruz almıyoruz kalsın dursun elleme durdurma açma kapatma
asks: nasıl neden niçin niye mı mi mu mü kaç nedir hangi kim nerede ne mantıklı dersin satsam alsam yapsam tutar değer
told: dedi dediler diyor diyorlar yazdı yazmış demiş söyledi söyledi bana_göre göre okudum duydum o onlar
past: sattım sattık aldım aldık çevirdim gönderdim yatırdım çektim iptal_ettim dün önceki evvelsi geçen eskiden satmış almış vardı idi satacaktı hatırlıyorum zaten oldu etti
maybe: belki galiba yaklaşık veya ya_da civarı sanırım düşünüyorum planlıyorum inşallah alacağız satacağız
when: eğer zaman sonra önce yarın bugün kadar olunca deyince bekle bekleyin beklet olursa düşerse çıkarsa gelince iken ancak sadece akşam sabah pazartesi salı çarşamba perşembe cuma cumartesi pazar onaylayana onaydan
sell: sat satın_ver satınız
buy: al alın satın_al
swap: değiştir takas çevir dönüştür
cancel: iptal iptal_et
pause: duraklat durdur
resume: devam devam_ettir sürdür
skip: atla
freeze: dondur
bridge: gönder köprüle
stake: stake
unstake: unstake
claim: topla
close: kapat
withdraw: çek
deposit: yatır
redeem: boz
order: emir emri
orders: emirleri emirler
vault: kasa kasayı
position: pozisyon pozisyonu
rewards: ödülleri
parts: parçada parça parçaya
all: tüm hepsini bütün
half: yarım yarısını
every: her
minutes: dakika dakikada
hours: saat saatte
days: gün günde
automatically: otomatik
for: karşılığında
to: için
with: ile
2: iki
3: üç
4: dört
5: beş
10: on
thousand: bin
skipped: lütfen şimdi hemen bir benim ve merhaba teşekkürler et
`;
