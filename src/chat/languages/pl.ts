/** Polish. */
export const PL = `
not: nie nigdy bez oprócz zapomnij żadnych żaden żadnego żadne nic nikt zostaw zostawcie spokoju zakaz ani wara precz stój
asks: dlaczego jak czy co ile kiedy_można powinienem powinnam powinniśmy wyjaśnij opłaca warto gdzie który która które kto po_co czemu miałby byłoby lepiej
told: powiedział powiedziała mówi mówią napisał napisała pisze podobno ponoć rzekomo według on ona oni szef czytałem słyszałem
past: sprzedałem sprzedałam sprzedał sprzedała sprzedano kupił kupiła kupiłem kupiłam wczoraj już anulowaliśmy anulowałem anulował wpłaciła wpłaciłem wpłacił wypłaciłem zamroził zamieniłem poszło był była było były byliśmy zeszłym zeszły ostatnio wcześniej
maybe: może chyba albo lub około ewentualnie zobaczę zobaczymy planuję zamierzam myślę rozważam
when: gdy kiedy jeśli jeżeli gdyby po przed jutro dziś dzisiaj tylko aż dopóki dopiero zanim poczekaj czekaj zaczekaj wstrzymaj_się potem później jak_tylko wieczorem rano poniedziałek wtorek środę czwartek piątek sobotę niedzielę zgody zgodą
sell: sprzedaj sprzedać
buy: kup kupić
swap: wymień zamień zamienić wymienić
cancel: anuluj anulować usuń skasuj
pause: wstrzymaj zatrzymaj zapauzuj
resume: wznów wznowić
skip: pomiń pominąć
freeze: zamroź zamrozić
bridge: wyślij przelej prześlij
stake: stakuj
unstake: odstakuj
claim: odbierz
close: zamknij
withdraw: wypłać
deposit: wpłać
redeem: umorz
order: zlecenie zlecenia
orders: zleceń wszystkie_zlecenia
vault: skarbiec
position: pozycję pozycji
rewards: nagrody
parts: części transz
all: wszystko wszystkie
half: pół połowę
every: co
minutes: minut minuty minutę
hours: godzina godziny godzinę godzin
days: dni dzień
automatically: automatycznie
for: za
to: na do w
with: z ze
of: od
2: dwa dwie
3: trzy
4: cztery
5: pięć
10: dziesięć
thousand: tys tysięcy
skipped: proszę teraz natychmiast moje mój moją moich i cześć dzięki chcę
`;
