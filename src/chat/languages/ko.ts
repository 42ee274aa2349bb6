/** Korean: pieces, as particles stick to what they follow. */
export const KO = `
not: 지마 지 말 않 안_ 말고 말아 마세요 마라 금지 그대로 그냥 둬 두세요 놔둬 건드리 절대 없이 빼고 아니 못
asks: 왜 어떻게 나요 까요 언제 얼마 무엇 뭐 어디 누가 인가요 을까 ㄹ까 돼요? 방법 알려줘 어때 할까 괜찮 될까 는 게
told: 라고 했다고 래요 다고 대요 하더라 말했 썼어 들었 그가 그녀 사람이 따르면 카더라
past: 했어 했다 어제 였 었 았 그저께 지난 아까 이미 전에 넣었 팔았 샀 취소했 멈췄 했음 작년 옛날
maybe: 아마 지도 몰라 쯤 정도 거나 계획 생각 예정 혹시 고민
when: 면_ 내일 때까지 까지 후에 다음에 만약 하면 보류 기다 나중 오늘밤 이따 경우 되면 전까지 잠깐만 잠시 먼저 뒤에
sell: 팔아줘 팔아주세요 팔아 매도해 매도
buy: 사줘 사주세요 매수해 매수 구매해
swap: 스왑해 스왑 교환해 교환 바꿔줘 바꿔주세요 바꿔
cancel: 취소해줘 취소해주세요 취소해 취소
pause: 일시정지해 일시정지 멈춰
resume: 재개해 재개
skip: 건너뛰어 건너뛰
freeze: 동결해 동결
bridge: 보내줘 보내
stake: 스테이킹해줘 스테이킹해 스테이킹
claim: 수령해
close: 청산해 닫아
deposit: 입금해
withdraw: 출금해
order: 주문
vault: 금고 볼트
position: 포지션
rewards: 보상
parts: 번에 나눠서 나눠
all: 모두 전부 모든
half: 절반 반
every: 마다
minutes: 분
hours: 시간
days: 일
automatically: 자동으로 자동
eth: 이더리움 이더
btc: 비트코인
skipped: 지금 바로 제발 내 주세요 줘 해줘 해주세요 개 번 어치
break: 를 을 로 으로 에서 에 은 는 이 가 의 와 과 만 만큼
`;
