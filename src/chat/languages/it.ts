/** Italian. */
export const IT = `
not: non mai senza eccetto tranne dimentica lascia lasciate lasciar niente nulla nessuno nessuna né macché guai evita vietato tantomeno restano resta fermo mica
asks: cosa come perché perchè dovrei dovremmo devo spiega traduci quanto quanta quanti quale quali chi dove quando_mai che_differenza conviene senso sarebbe perderei succede succederebbe potrei vale
told: dice dicono disse detto scrisse scritto scrive secondo lui lei loro pare sembra letto sentito ha_detto
past: venduto comprato annullato cancellato scambiato convertito inviato depositato ritirato chiuso aperto riscosso fermato ieri già ho abbiamo ha hanno era erano aveva scorso scorsa stamattina prima stato
maybe: forse penso oppure o magari circa eventualmente vorrei vediamo vedremo pensavo
when: quando se appena fino finché dopo prima domani oggi solo soltanto domattina stasera aspetta aspettate poi purché condizione mentre lunedì martedì mercoledì giovedì venerdì sabato domenica ok_di
sell: vendi vendere vendete
buy: acquista acquistare compra comprare
swap: scambia scambiare cambia converti convertire
cancel: annulla annullare cancella cancellare elimina
pause: pausa sospendi metti_in_pausa
resume: riprendi riprendere riattiva
skip: salta saltare
freeze: congela congelare blocca
bridge: invia manda trasferisci
stake: stake metti_in_stake
unstake: togli_dallo_stake
claim: riscuoti riscuotere incassa
close: chiudi chiudere
add: aggiungi
remove: rimuovi
withdraw: preleva ritira
deposit: deposita versa
redeem: rimborsa riscatta
open: apri
order: ordine
orders: ordini
vault: cassaforte vault caveau
position: posizione
liquidity: liquidità
fees: commissioni
rewards: ricompense
parts: parti fette tranche quote
all: tutto tutti tutte tutta
half: mezzo mezza metà
every: ogni
daily: giornalmente
minutes: minuti minuto
hours: ore ora
days: giorni giorno
automatically: automaticamente
for: per
to: in a ad verso
with: con
on: su sul sulla
of: di del della dei degli
from: da dal
over: durante
2: due
3: tre
4: quattro
5: cinque
6: sei
8: otto
10: dieci
12: dodici
20: venti
thousand: mila mille
skipped: favore adesso subito il lo la i gli le un uno una mio mia miei mie mi l' e ciao grazie voglio nostro
`;
