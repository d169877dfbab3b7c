import { createSampleAnswer, fail, type SampleCall, type SampleCaller } from './sample-account.ts';

const dayMs = 86_400_000;
const contentDays = 14;

/** Returns an integer in [low, high), the same for the same seed. */
function pickBetween(low: number, high: number, seed: number): number {
  const noise = Math.abs(Math.sin(seed * 12.9898) * 43_758.5453) % 1;
  return low + Math.floor(noise * (high - low));
}

function createContentData({ now }: SampleCaller) {
  return Array.from({ length: contentDays }, (_, index) => {
    const x = new Date(now - (contentDays - 1 - index) * dayMs).toISOString().slice(0, 10);
    return { x, y: pickBetween(20_000, 120_000, Date.parse(x) / dayMs) };
  });
}

const popular: Readonly<Record<string, readonly string[]>> = {
  text: [
    '经济日报：财政政策要精准提升效能',
    '“双12”遇冷消费者厌倦了电商平台的促销',
    '致敬坚守战“疫”一线的社区工作者',
    '普高还是职高？家长们陷入选择难题',
    '这届年轻人开始“反向过年”',
  ],
  image: [
    '致敬坚守岗位的人：春节不打烊',
    '一图读懂政府工作报告',
    '图解：冬季心脑血管怎么护',
    '多图：初雪后的故宫',
    '图集：高原上的列车',
  ],
  video: ['这座城市的清晨五点', '三分钟看懂芯片', '手艺人：一把二胡的诞生', '跟着镜头逛夜市', '从太空看长江'],
};

const getPopularList: SampleCall = ({ query: { type = 'text' } }) => {
  const titles = Object.hasOwn(popular, type) ? popular[type] : undefined;
  if (!titles) return fail('type 应为 text、image 或 video');
  return createSampleAnswer(
    titles.map((title, index) => ({
      key: index + 1,
      clickNumber: `${(34.6 - index * 4.3).toFixed(1)}w+`,
      title,
      increases: 35 - index * 7,
    })),
  );
};

const sayings = [
  '用户名称后面的内容是聊天内容',
  '马上就开始了，好激动！',
  '这届直播的画质真好',
  '请问套餐可以升级吗',
  '已经下单，等发货',
  '收到，谢谢主播',
];

/** Returns four to six items, depending on the minute. */
const getChatList: SampleCall = ({ now }) =>
  createSampleAnswer(
    sayings.slice(0, 4 + (Math.floor(now / 60_000) % 3)).map((content, index) => ({
      id: index + 1,
      username: `用户${7_352_772 + index * 37}`,
      content,
      time: new Date(now - index * 60_000).toISOString().slice(11, 19),
      isCollect: index % 2 === 0,
    })),
  );

export const panelCalls: Readonly<Record<string, SampleCall>> = {
  'content-data': (caller) => createSampleAnswer(createContentData(caller)),
  'popular/list': getPopularList,
  'chat/list': getChatList,
};
