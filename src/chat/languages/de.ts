/** German. */
export const DE = `
not: nicht kein keine keinen keiner keinem keinesfalls keineswegs nie niemals ohne außer ausser statt anstatt vergiss nein lass lasst lassen finger
 bloß wehe niemand nirgends nichts verboten unterlass verzichte vermeide ungewollt stopp behalte behalten bleibt bleiben bleib
asks: wie warum wieso weshalb was wer wann wo wohin welche welcher welches wieviel soll sollte sollten sollen sollst ob erkläre erklär übersetze lohnt
 würde würdest bekäme bekomme könnte kostet passiert meinst denkst glaubst heißt bedeutet sinnvoll gescheit klug
told: sagte sagt sagten sage schrieb schreibt schreiben meinte meint behauptet erzählte erzählt laut angeblich chef kollege steuerberater ihm ihn man
 gelesen gehört stand steht las hörte
past: verkauft kaufte gekauft getauscht gewechselt gestern vorgestern bereits schon storniert pausiert gestakt eingezahlt ausgezahlt überwiesen
 geschlossen eröffnet gezogen gesenkt hatte hatten hab habe haben hat war waren wurde wurden worden letzte letzten letzter voriges vorhin neulich damals früher lief gemacht
maybe: vielleicht eventuell oder etwa ungefähr circa überlege überlegen plane planen werde werden wollte möchte irgendwann demnächst bald womöglich wäre hätte
when: wenn falls sobald bis nach bevor vor später morgen heute erst sofern solange während warte warten wart abwarten danach dann nur ab unter über
 montag dienstag mittwoch donnerstag freitag samstag sonntag abend nacht feierabend freigabe zustimmung
sell: verkaufe verkaufen verkauf verkaufst verkauft_mir veräußere
buy: kaufe kaufen kauf kauft
swap: tausche tauschen tausch wechsle wechseln wechsel wandle umtauschen konvertiere
cancel: storniere stornieren lösche löschen annulliere abbrechen widerrufe
pause: pausiere pausieren pause anhalten
resume: fortsetzen setze_fort weiterlaufen wiederaufnehmen
skip: überspringe überspringen auslassen
freeze: friere einfrieren sperre einfriere
bridge: schicke sende überweise übertrage transferiere brücke bridge
stake: stake staken
unstake: unstake unstaken entstake
claim: beanspruche hole abholen sammle einsammeln kassiere
close: schließe schliesse schließen
add: füge hinzufügen
remove: entferne entfernen ziehe abziehen
withdraw: hebe abheben
deposit: zahle einzahlen
redeem: löse einlösen
open: eröffne öffne
order: auftrag order orders aufträge
orders: alle_aufträge
vault: tresor vault safe
position: position
liquidity: liquidität
fees: gebühren
rewards: belohnungen prämien rewards
parts: teilen teile teil tranchen scheiben portionen stücke stücken
all: alle_orders alle_order alle_aufträge alles sämtliche gesamte ganzen
half: halb halbe halben hälfte
every: alle jede jeden jedes pro
hourly: stündlich
daily: täglich
minutes: minuten minute
hours: stunden stunde std
days: tage tagen tag
automatically: automatisch
for: für gegen
to: in nach zu zum zur
with: mit
on: auf bei an am
of: von vom der des
over: innerhalb
from: aus
2: zwei
3: drei
4: vier
5: fünf
6: sechs
8: acht
10: zehn
12: zwölf
20: zwanzig
thousand: tausend tsd
skipped: bitte mal jetzt sofort gleich den die das dem ein eine einen einem meine meinen mein meiner mir und hallo danke doch ich will unser unsere im ein
`;
