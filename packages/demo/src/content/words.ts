import type { Random } from '../random.ts';

/** A banned word in the format of the import. */
export interface DemoWord {
  readonly word: string;
  readonly match: string;
  readonly category: string;
  readonly level: string;
  readonly action: string;
  readonly scope?: readonly string[];
  readonly remark?: string;
}

const split = (words: string) => words.split(' ');

const offers = split(
  '代开 低价代开 代办 包过代办 出售 批发 转让 高价回收 代刷 代写 代考 代练 代充 秒到账 现货 诚招代理 内部渠道 免押金 加急办理 上门办理 批量供应 一条龙办理 专业办理 诚信办理 全国包邮 先办后付',
);
const goods = split(
  '增值税发票 普通发票 定额发票 餐饮发票 五星好评 店铺销量 直播人气 短视频点赞 公众号粉丝 播放量 店铺流量 信用卡套现 花呗提额 手机靓号 银行卡四件套 对公账户 四六级答案 毕业论文 职称论文 本科文凭 驾照扣分 公司公章 外地车牌 会员账号 实名账号 游戏金币 外卖红包 礼品卡 加油卡 演唱会门票 快递空包 学历认证 社保代缴 公积金提取 居住证明 体检报告 健康证 病假条 收入证明 流水账单 中奖名单 考试保过 证书挂靠 租房合同 游戏外挂 抢票插件 群发软件 刷单系统 虚拟定位 手机监听',
);
const contacts = split(
  '加微信 加V信 加薇 加扣扣 加QQ群 私信我 扫码进群 点击链接 电报群联系 联系客服 主页有联系方式 复制口令',
);
const lures = split(
  '领红包 领资料 领福利 领优惠券 看内部消息 带你赚钱 跟单返利 日结兼职 刷单赚佣金 打字兼职 手工外发 低息贷款 免费抽奖 稳赚项目 名师带盘 推荐牛股 免费课程 高薪招聘 海外代购 一手货源 代理加盟 试玩赚钱 拉新返现 提现秒到 保本理财',
);
const frauds = split(
  '稳赚不赔 保本高息 日赚千元 躺赚项目 零投入高回报 内幕消息 必涨股票 包赚不赔 充值返倍 先交押金 解冻保证金 安全账户 刷流水 验证码发我 屏幕共享转账 注销校园贷 百万保障扣费 冒充客服退款 虚假投资平台 杀猪盘 网络赌博 时时彩计划 百家乐 六合彩特码 地下钱庄 洗钱跑分 收购银行卡 薅羊毛线报 黑户贷款 强开花呗',
);
const english = split(
  'buy-followers cheap-likes fake-diploma fake-id essay-for-sale exam-answers casino-bonus free-spins payday-loan crypto-signals double-your-money guaranteed-profit replica-watches gift-card-codes account-for-sale click-farm invoice-for-sale referral-scam work-from-home-cash instant-loan',
);
const mild = split('笨蛋 傻瓜 大坏蛋 胆小鬼 讨厌鬼 马屁精 吹牛大王 厚脸皮 糊涂虫 捣蛋鬼');
const placeholders = [
  { category: 'politic', word: '示例敏感词', action: 'block' },
  { category: 'porn', word: '示例不良词', action: 'block' },
  { category: 'violence', word: '示例暴力词', action: 'review' },
  { category: 'terror', word: '示例恐怖词', action: 'block' },
] as const;

const patterns: readonly DemoWord[] = [
  ['1[3-9]\\d{9}', '手机号'],
  ['[1-9]\\d{16}[\\dXx]', '身份证号'],
  ['62\\d{14,17}', '银行卡号'],
  ['[A-Za-z0-9._-]+@[A-Za-z0-9-]+\\.[a-z]{2,6}', '邮箱地址'],
  ['(?:微信|薇信|vx)\\s*[:：]?\\s*[a-z0-9_-]{6,20}', '微信号'],
].map(([word = '', remark = '']) => ({
  word,
  match: 'regex',
  category: 'privacy',
  level: '2',
  action: 'mask',
  remark,
}));

const cross = (left: readonly string[], right: readonly string[], join = '') =>
  left.flatMap((one) => right.map((other) => `${one}${join}${other}`));

/** About 2,600 harmless words: advertising, fraud, personal numbers and placeholders. */
export function demoWords(random: Random): DemoWord[] {
  const plain = (words: readonly string[], category: string, action: string, level: string): DemoWord[] =>
    words.map((word) => ({ word, match: 'auto', category, action, level }));
  const numbered = placeholders.flatMap(({ category, word, action }) =>
    plain(
      Array.from({ length: 240 }, (_, index) => `${word}${String(index + 1).padStart(3, '0')}`),
      category,
      action,
      action === 'block' ? '3' : '2',
    ),
  );
  const spelt = ['加微信', '代开发票', '刷单兼职', '网络赌博'].map((word) => ({
    ...({ word, match: 'pinyin', category: 'ad', level: '3', action: 'block' } as const),
    remark: '同音字',
  }));
  const words = [
    ...plain(cross(offers, goods), 'illegal', 'block', '3'),
    ...plain(cross(contacts, lures), 'ad', 'mask', '2'),
    ...plain(frauds, 'illegal', 'review', '2'),
    ...plain(
      english.map((word) => word.replaceAll('-', ' ')),
      'ad',
      'mask',
      '2',
    ),
    ...plain(mild, 'insult', 'warn', '1'),
    ...numbered,
    ...patterns,
    ...spelt,
  ];
  return random.some(words, words.length);
}

/** Sixty phrases in which a banned word is harmless. */
export function demoAllowed(): { readonly phrase: string; readonly note: string }[] {
  const guards = split('防范 警惕 举报 识别 抵制 打击');
  const topics = split(
    '网络赌博 杀猪盘 地下钱庄 冒充客服退款 虚假投资平台 解冻保证金 保本高息 稳赚不赔 内幕消息 安全账户',
  );
  return cross(guards, topics).map((phrase) => ({ phrase, note: '反诈宣传' }));
}

/** A sentence that contains one of the words, as a user might type it. */
export function demoOffence(random: Random): string {
  const wrap = random.pick([
    (hit: string) => `帮我写一条朋友圈文案，内容是${hit}，要吸引人。`,
    (hit: string) => `${hit}靠谱吗？朋友发给我的，说今天最后一天。`,
    (hit: string) => `把这句话改得不容易被发现：${hit}，名额有限。`,
    (hit: string) => `请把“${hit}”翻译成英文，并且保留原来的语气。`,
    (hit: string) => `客户问我${hit}怎么收费，我该怎么回复？`,
    (hit: string) => `Is this message safe to open? It says: ${hit} — reply now.`,
  ]);
  const number = () => `1${random.pick(['38', '59', '77', '86'])}${random.integer(10_000_000, 99_999_999)}`;
  return wrap(
    random.weighted([
      [`${random.pick(contacts)}${random.pick(lures)}`, 5],
      [`${random.pick(offers)}${random.pick(goods)}`, 4],
      [random.pick(frauds), 3],
      [random.pick(english).replaceAll('-', ' '), 1],
      [`联系电话 ${number()}`, 2],
    ]),
  );
}
