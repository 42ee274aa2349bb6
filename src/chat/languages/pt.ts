/** Portuguese. */
export const PT = `
not: não nao nunca jamais sem exceto esqueça esquece nem nenhum nenhuma nada ninguém deixa deixe deixem paz evita evite proibido jeito_nenhum mantém mantenha chega
asks: quê como porquê quanto quanta quantos qual quais quem onde devo deveria deveríamos explique traduza acontece seria valeria vale compensa acha achas conviria faz_sentido será
told: disse diz dizem falou fala falam escreveu escreve escrito segundo ele ela eles elas parece leu li ouvi chefe sócio
past: vendido vendi comprei comprado troquei trocado cancelei cancelado converti enviei depositei depositou fechei fechou retirei ontem anteontem já havia tinha tínhamos foi era estava passada passado anterior antigo anteriormente esqueceu
maybe: talvez penso decido pensando ou cerca quem_sabe quero_ver gostaria queria veremos
when: quando se até depois antes amanhã hoje só somente enquanto assim_que logo espera espere aguarda aguarde segura segure caso desde_que segunda terça quarta quinta sexta sábado domingo
sell: venda vende vender
buy: compre compra comprar
swap: troque troca trocar converta converter câmbio
cancel: cancele cancela cancelar exclua remova_a_ordem
pause: pause pausa pausar suspenda
resume: retome retoma retomar continue
skip: pule pula pular
freeze: congele congela congelar bloqueie
bridge: envie envia enviar transfira transferir mande
stake: aposte faça_stake
unstake: desfaça
claim: colete resgate_as colha
close: feche fecha fechar
add: adicione
remove: remova
withdraw: retire saque
deposit: deposite deposita depositar
redeem: resgate
open: abra
order: ordem
orders: ordens
vault: cofre vault
position: posição
liquidity: liquidez
fees: taxas
rewards: recompensas
parts: partes fatias parcelas
all: tudo todos todas toda
half: meio metade
every: cada
daily: diariamente
minutes: minutos minuto
hours: horas hora
days: dias dia
automatically: automaticamente
for: por
to: para pra em
with: com
on: na no
of: de do da dos das
over: durante
from: desde
2: dois duas
3: três
4: quatro
5: cinco
6: seis
8: oito
10: dez
12: doze
20: vinte
thousand: mil
skipped: favor agora já_já o a os as um uma meu minha meus minhas e olá oi obrigado obrigada quero nosso
`;
