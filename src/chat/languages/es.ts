/** Spanish. */
export const ES = `
not: no nunca jamás jamas sin salvo excepto olvida olvídalo olvidate deja dejad dejen dejar nada nadie ni ningún ninguna tampoco quieto quietos quieta evita prohibido cancela_eso
 ojo cuidadito menos quédate mantén manten
asks: qué que_pasa cómo como_se porqué cuánto cuanto cuánta cuántos cuál quién dónde debería deberia deberíamos debo conviene merece vale_la_pena explica traduce tiene_sentido crees opinas
 sería pasaría podría convendría
told: dijo dice dicen dijeron escribió escriben escribe comentó contó cuenta leí leyó según segun él ella ellos jefe socio contable me_han oí
past: vendí vendido compré comprado cambié cambiado cancelé cancelado canceló pausé pausado envié deposité deposité cerré cerró retiré ayer anteayer anoche hice había habíamos hemos he ya pasado pasada anterior antes estaba tenía fue fueron hizo metió lleva hubo
maybe: quizás quizas tal_vez acaso unos pienso planeo o u vamos_a_ver igual puede hablaremos veremos quería quisiera
when: cuando si hasta después despues antes mañana hoy mientras en_cuanto apenas espera esperad esperen luego solo sólo siempre_que lunes martes miércoles jueves viernes sábado domingo
 cuanto tras condición visto apruebe confirme avise diga acabe termine
sell: vende vender vendo venda véndeme
buy: compra comprar compre cómprame
swap: intercambia intercambiar cambia cambiar cambie convierte convertir canjea
cancel: cancela cancelar cancele elimina eliminar anula anular borra
pause: pausa pausar detén
resume: reanuda reanudar continúa
skip: salta saltar omite omitir
freeze: congela congelar congele bloquea
bridge: envía enviar transfiere transferir manda puentea pasa
stake: stakea apuesta bloquea_en_stake
unstake: desbloquea
claim: reclama cobra recoge
close: cierra cerrar
add: añade agrega
remove: quita
withdraw: retira retirar
deposit: deposita depositar ingresa
redeem: rescata canjea_por
open: abre abrir
order: orden órden
orders: órdenes ordenes
vault: bóveda boveda vault cofre
position: posición posicion
liquidity: liquidez
fees: comisiones
rewards: recompensas
parts: partes trozos porciones tramos
all: todo todos toda todas
half: medio media mitad
every: cada
daily: diariamente diario
minutes: minutos minuto
hours: horas hora
days: días dias día
automatically: automáticamente automaticamente
for: por
to: a al para hacia
with: con
on: en
of: de del
over: durante
from: desde
2: dos
3: tres
4: cuatro
5: cinco
6: seis
8: ocho
10: diez
12: doce
20: veinte
thousand: mil
skipped: favor ahora ya_mismo el la los las un una unos mi mis me y hola gracias quiero nuestro nuestra inmediatamente porfa
`;
