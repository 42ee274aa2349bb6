/** French. */
export const FR = `
not: pas ne non jamais sans sauf oublie oubliez ni aucun aucune rien plus personne évite évitez laisse laissez n' interdit surtout hors touche touchez garde gardez stop défense
asks: quoi comment pourquoi combien quel quelle quels quelles qui est-ce qu'est-ce dois devrais devrait faut-il faudrait explique expliquez traduis où crois penses vaut rapporte rapporterait serait passerait coûte coûterait
told: dit disent disait écrit écrivait écrivent prétend raconte raconté selon d'après il elle ils elles lui eux paraît on_m'a lu entendu
past: vendu acheté échangé annulé converti envoyé déposé retiré fermé ouvert gelé hier avant-hier déjà avais avait avions ai avons a_été était étaient ont passé passée dernier dernière ancien ancienne
maybe: peut-être environ pense prévois comptais voudrais aimerais verra verrons éventuellement ou sinon songe bientôt hésite
when: quand lorsque si dès jusqu'à jusque après apres avant demain aujourd'hui seulement attends attendez attendons tant pendant condition feu_vert sitôt puis ensuite lundi mardi mercredi jeudi vendredi samedi dimanche uniquement inférieure supérieure
sell: vends vendre vendez
buy: achète achete acheter achetez
swap: échange échanger échangez convertis convertir convertissez change changez troque
cancel: annule annuler annulez supprime supprimer
pause: pausez suspends suspendez mets_en_pause
resume: reprends reprendre reprenez relance
skip: saute sauter sautez passe
freeze: gèle gele geler gelez bloque
bridge: envoie envoyez transfère transférer transférez
stake: mise misez stake staker
unstake: déstake
claim: réclame récupère encaisse
close: ferme fermer fermez clôture
add: ajoute ajoutez
remove: enlève retire_de
withdraw: retire retirer retirez
deposit: dépose déposer déposez
redeem: rachète
open: ouvre ouvrez
order: ordre
orders: ordres
vault: coffre caveau vault
position: position
liquidity: liquidité
fees: frais
rewards: récompenses
parts: tranches parts parties morceaux
all: tout tous toute toutes
half: demi moitié
every: chaque toutes_les tous_les
daily: quotidien
minutes: minutes minute
hours: heures heure
days: jours jour
automatically: automatiquement
for: contre pour
to: en à vers
with: avec
on: sur
of: de du d'
over: durant
from: depuis
2: deux
3: trois
4: quatre
5: cinq
6: six
8: huit
10: dix
12: douze
20: vingt
thousand: mille
skipped: merci maintenant le la les l' un une des mon ma mes moi et bonjour salut veux je s'il te vous plaît svp stp notre tout_de_suite
`;
