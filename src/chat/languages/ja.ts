/** Japanese: pieces of a text that sets no spaces. */
export const JA = `
not: ない ません しないで やめ 禁止 だめ ダメ 駄目 なし そのまま 論外 触る 触ら 不要 無用 絶対 放置 嫌 キャンセルしな 待った
asks: 何 なぜ べき ですか ますか の？ どう いくら かな ある？ 教えて でしょうか 意味 どこ 誰 いつ どっち どちら か？ 方法 やり方
told: と言 だって らしい と聞 と書 そうです さんが 曰く によると という って言 って書 みたい
past: ました 昨日 一昨日 した。 してた していた だった 先週 先月 去年 以前 前に さっき 済み もう 売った 買った 入れた かつて
maybe: たぶん かも おそらく 予定 つもり 考え くらい 約 検討 または
when: もし たら れば 明日 たあと まで 時に とき 後で あとで 次第 してから 待って 待つ 待ち 相談 場合 なら 今夜 来週 以降 前は
sell: 売って 売る 売却して 売却 売り
buy: 買って 買う 購入して 購入 買い
swap: 交換して 交換 両替 スワップ 変換 換えて 替えて
cancel: キャンセルして キャンセル 取り消して 取消
pause: 一時停止 停止して
resume: 再開して 再開
skip: スキップして スキップ
freeze: 凍結して 凍結
bridge: 送金して 送金 送って
stake: ステークして ステーク
claim: 受け取って
close: 閉じて 決済して
withdraw: 引き出して
deposit: 入金して
order: 注文 オーダー
vault: 金庫 ボルト
position: ポジション
rewards: 報酬
parts: 回に分けて 分割
all: すべて 全て 全部
half: 半分
every: ごとに ごと 毎
minutes: 分
hours: 時間
days: 日
automatically: 自動で 自動
eth: イーサリアム イーサ
btc: ビットコイン
skipped: ください 下さい お願いします お願い 今すぐ 今 私の 個 番 分の して よ ね
break: を に で の は が と へ から も
`;
