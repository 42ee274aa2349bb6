/** Dutch. */
export const NL = `
not: niet geen nooit zonder niks niets niemand laat vergeet behalve blijf blijft blijven handen nee verboden stop_met nergens vermijd afblijven
asks: waarom hoe wat wie welke welk waar wanneer_kan moet zou zouden zal kan_ik kan kunnen hoeveel leg_uit betekent gebeurt zinvol slim loont ruim levert vind
told: zei zegt zeggen gezegd schreef schrijft geschreven volgens hij zij hem haar schijnt las hoorde stond vrouw baas
past: verkocht gekocht gewisseld omgezet geannuleerd gepauzeerd gestort opgenomen gesloten gisteren eergisteren al had hadden heb heeft hebben was waren werd werden vorige vorig afgelopen daarnet zag
maybe: misschien overleggen overweeg ongeveer eventueel of wellicht wil_misschien straks ooit denk denken
when: als wanneer zodra voor_dat voordat nadat na morgen vandaag alleen tot totdat mits indien mocht eerst even_wachten wacht wachten dan later maandag dinsdag woensdag donderdag vrijdag zaterdag zondag terwijl zolang
sell: verkoop verkopen
buy: koop kopen
swap: wissel wisselen ruil ruilen converteer
cancel: annuleer annuleren verwijder
pause: pauzeer pauzeren
resume: hervat hervatten
skip: sla_over overslaan
freeze: bevries bevriezen
bridge: stuur verstuur overboeken
stake: stake
unstake: unstake
claim: claim incasseer
close: sluit sluiten
withdraw: neem_op opnemen
deposit: stort storten
redeem: inwisselen
order: order opdracht
orders: orders opdrachten
vault: kluis vault
position: positie
fees: kosten
rewards: beloningen
parts: stukken delen
all: alle alles
half: half halve helft
every: elke elk iedere
minutes: minuten minuut
hours: uur uren
days: dagen dag
automatically: automatisch
for: voor tegen
to: naar
with: met
on: op
of: van
2: twee
3: drie
4: vier
5: vijf
10: tien
thousand: duizend
skipped: alsjeblieft graag nu meteen de het een mijn en hallo bedankt ik wil onze
`;
