/** Chinese: pieces of a text that sets no spaces. */
export const ZH = `
not: 不要 不许 不准 不能 不可 不用 不是 别 別 不 没 勿 禁止 千万 休想 留着 算了 免了 无需 想都别想
asks: 吗 嗎 什么 什麼 怎么 怎麼 为什么 為什麼 應該 应该 是否 要不要 会不会 能不能 可不可以 好不好 多少 几个 哪 呢 如何 谁 值得 划算 还是 為何 为何
told: 他说 她说 说： 说过 他們 他们 她们 有人 听说 据说 老婆 同事 老板说 群里 写着 告诉我 讲
past: 昨天 前天 已经 過了 过了 了吗 上周 上个月 上次 之前 刚才 刚刚 卖了 买了 换了 转了 充了 取消了 暂停了 去年 以前 早上已 曾经
maybe: 也许 可能 大概 左右 或者 考虑 打算 想想 计划
when: 如果 当 當 等到 之后 以后 后再 明天 今晚 等 再说 先等 的时候 的话 一旦 要是 假如 除非 只要 只有 才 点头 直到 跌到 涨到 跌破 再平 再卖 再买
sell: 卖出 卖掉 卖 賣出 賣 抛售 出售
buy: 买入 买进 购买 买 買入 買
swap: 兑换成 兑换 换成 換成 换 換 兌換 转换
cancel: 取消 撤销 撤单
pause: 暂停 暫停
resume: 恢复 恢復 继续
skip: 跳过 跳過
freeze: 冻结 凍結
bridge: 转到 转账 轉帳 跨链 转
stake: 质押
unstake: 解押 解除质押
claim: 领取
close: 平仓 关闭
withdraw: 提取
deposit: 存入 充值
redeem: 赎回
order: 订单 訂單
vault: 金库 金庫 保险库
position: 仓位 头寸
fees: 手续费
rewards: 奖励
parts: 份 批 次
all: 全部 所有
half: 一半
every: 每隔 每 隔
minutes: 分钟 分鐘
hours: 小时 小時 个小时
days: 天 日
automatically: 自动 自動
with: 用
to: 到 成 为
on: 在
eth: 以太坊 以太币
btc: 比特币
skipped: 请 請 把 将 將 我的 我 的 现在 馬上 马上 一下 个 個 号 號 给 帮 吧 分成 共 枚 立即 立刻 条 了
2: 两
`;
