import { article } from './article.ts';

/** Account and billing. */
export const accountArticles = [
  article(
    'coins-and-compute',
    'account',
    '货币 算力',
    [
      '货币与算力的区别',
      '货币用于文字功能和课程，算力用于绘画、视频和音乐。',
      '在“我的”查看两种余额 | 每次使用前页面会显示预计消耗 | 在账单中查看明细',
      '两种余额不能互相兑换。',
    ],
    [
      'Coins and compute',
      'Coins pay for text features and courses, compute for pictures, video and music.',
      'See both balances under “Me” | The expected cost is shown before each use | The bill lists every item',
      'One cannot be changed into the other.',
    ],
  ),
  article(
    'buy-a-membership',
    'account',
    '会员 购买',
    [
      '开通会员',
      '会员每月赠送额度，并可使用高级模型。',
      '进入会员页，选择月度或年度 | 选择支付方式 | 支付成功后立即生效',
      '年度会员可在七天内无理由退款。',
    ],
    [
      'Becoming a member',
      'Members get a monthly allowance and the advanced models.',
      'Choose a month or a year | Choose how to pay | It starts at once',
      'A year can be refunded within seven days.',
    ],
  ),
  article(
    'redeem-a-code',
    'account',
    '卡密 兑换',
    [
      '兑换卡密',
      '线下购买或活动获得的卡密在这里使用。',
      '进入“兑换” | 输入卡密，注意区分字母和数字 | 核对到账额度',
      '每个卡密只能使用一次。',
    ],
    [
      'Redeeming a code',
      'Codes from shops and events are used here.',
      'Open “Redeem” | Type the code; mind letters and digits | Check what you received',
      'A code works once.',
    ],
  ),
  article(
    'request-an-invoice',
    'account',
    '发票 账单',
    [
      '申请发票',
      '支持开具电子普通发票。',
      '在账单中勾选订单 | 填写抬头和税号 | 一个工作日内发送到邮箱',
      '退款的订单不能开票。',
    ],
    [
      'Asking for an invoice',
      'We issue electronic invoices.',
      'Tick the orders in your bill | Fill in name and tax number | It arrives by e-mail within a working day',
      'Refunded orders cannot be invoiced.',
    ],
  ),
  article(
    'refunds',
    'account',
    '退款 售后',
    [
      '退款规则',
      '未使用的额度可以申请退款。',
      '打开订单详情，点击“申请退款” | 说明原因 | 审核通过后原路退回',
      '到账时间取决于支付渠道，一般三到五个工作日。',
    ],
    [
      'Refunds',
      'What has not been used can be refunded.',
      'Open the order and choose “Ask for a refund” | Say why | The money goes back the way it came',
      'It takes three to five working days.',
    ],
  ),
  article(
    'change-password',
    'account',
    '密码 安全',
    [
      '修改密码',
      '建议使用 15 位以上、不与其他网站相同的密码。',
      '打开“账号安全” | 输入当前密码和新密码 | 其他设备会自动退出',
      '我们不会以任何方式索要你的密码。',
    ],
    [
      'Changing your password',
      'Use 15 characters or more, and not one from another site.',
      'Open “Account security” | Type the old and the new one | Other devices are signed out',
      'We never ask for your password.',
    ],
  ),
  article(
    'two-factor',
    'account',
    '两步验证 安全',
    [
      '开启两步验证',
      '登录时除密码外再输入一个动态码。',
      '安装任意验证器应用 | 扫描二维码并输入六位数字 | 保存恢复码',
      '恢复码只显示一次，请离线保存。',
    ],
    [
      'Two-factor sign-in',
      'A second, changing code beside the password.',
      'Install any authenticator | Scan the picture and type six digits | Keep the recovery codes',
      'Recovery codes are shown once; keep them offline.',
    ],
  ),
  article(
    'invite-friends',
    'account',
    '邀请 奖励',
    [
      '邀请好友',
      '好友注册并完成首次对话后，双方都能获得奖励。',
      '在“邀请”页复制专属链接 | 好友通过链接注册 | 奖励在次日到账',
      '同一设备的注册不计入邀请。',
    ],
    [
      'Inviting friends',
      'Both of you are rewarded after your friend’s first chat.',
      'Copy your link | Your friend registers with it | The reward arrives the next day',
      'Registrations from one device do not count.',
    ],
  ),
  article(
    'delete-account',
    'account',
    '注销 隐私',
    [
      '注销账号',
      '注销后数据将在三十天内删除。',
      '确认余额已用完或已退款 | 在“账号安全”选择“注销” | 输入短信验证码确认',
      '三十天内重新登录即可撤销。',
    ],
    [
      'Closing an account',
      'Data is deleted within thirty days.',
      'Use up or refund the balance | Choose “Close account” under security | Confirm with the code from the message',
      'Sign in within thirty days to undo it.',
    ],
  ),
];
