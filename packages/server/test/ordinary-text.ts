/** Ordinary words that contain a rude or banned word, such as Scunthorpe. */
export const ordinaryWords =
  'Scunthorpe Penistone Sussex Essex Middlesex Lightwater Clitheroe Cockermouth Dickinson Hancock Babcock Hitchcock cocktail peacock shuttlecock cockpit assassin assess assist assume assembly assignment classic passage embassy grass glass massage compass analysis analogy canal arsenal parse coarse bass button butter rebuttal document circumstance accumulate cucumber documentary scrap scrape skyscraper title titanic constitution appetite institute competition raccoon cocoon tycoon hello shell Michelle shellfish therapist grapes drape trumpet plugin engine origin imagine gingerbread virgin drum spectrum forum sextant sextet skill killjoy cluster illustrate shoe prickle suckle succulent Japan spice hospice despicable spotlight potato deposit teapot homogeneous homonym copper copy scope microscope telescope flag flagship swank Wankel method basement brass embrace algebra zebra library banger banking seaweed tweed clover sweet magazine matter vagrant pawn peninsula pistachio pennant Arsène Analytics'.split(
    ' ',
  );

const english = {
  who: 'Michelle|Mr. Dickinson|Our team|The therapist|A student|My neighbor|The engine crew|Hitchcock|The librarian|An analyst'.split(
    '|',
  ),
  does: 'opened|reviewed|described|copied|assessed|illustrated|bought|parsed|reported|remembered|deposited|imagined|documented'.split(
    '|',
  ),
  what: 'the plugin|a classic title|an analysis of algebra|the assembly passage|grapes and potatoes|a copper teapot|the constitution|a cocktail & a cup of tea|version 2.0 of the document|chapter 12 (basics)|the hotel bill of $1,204.50|a telescope for 89 dollars|C++ & Go code|a <b>bold</b> heading|x < y and y > z|π and Δx|café crème'.split(
    '|',
  ),
  where:
    'in Scunthorpe|near the canal|at Essex station|on the Sussex coast|in Middlesex|in the basement|by the embassy|at 9 a.m. on a Monday|🇺🇸 and 🇨🇳|after class|at the institute|for section A I of the list'.split(
      '|',
    ),
};
const chinese = {
  who: '我|老师|小明|客服同事|隔壁的阿姨|他们一家三口|产品经理|三位同学|医生|导游'.split('|'),
  when: '二〇二六年一月|晚上八九点|星期六|一九九八年|上个月|今天上午 9:30|放学以后|十一二点|一大早|五一假期'.split('|'),
  does: '整理了|一一列举了|三番五次提到|推荐了|检查了|一心一意研究|分享了|打印了|修改了|买了'.split('|'),
  what: '三份合同|一二三四五号教室的课表|微信小程序的文档|没有办法，轮到下一位的规定|第三方 SDK|5G 套餐|大麻烦的原因|加法和乘法|方法/轮子的例子|一台 iPhone 15|四百块钱的书包|百家姓|六和塔的照片|赌气博弈的故事|开发票的流程|办理居住证的材料|大学二三年级的笔记|三P法则以外的内容|日本的カタカナ教材|Привет, мир 的翻译|京都の「さくら」写真'.split(
    '|',
  ),
  end: '。|，大家都说好。|！|，花了一百二十三元。|，你觉得呢？|😂|，一会儿再说。|（见附件）。|，谢谢！'.split('|'),
};

function below(state: { value: number }, limit: number): number {
  state.value = (Math.imul(state.value, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state.value / 2 ** 32) * limit);
}

/** Returns ordinary sentences, half English and half Chinese, all different and the same for each call. */
export function sentences(count: number): string[] {
  const state = { value: 7 };
  const pick = (list: readonly string[]) => list[below(state, list.length)] ?? '';
  const found = new Set<string>();
  while (found.size < count) {
    const { who, does, what, where } = english;
    const text =
      found.size % 2 === 0
        ? `${pick(who)} ${pick(does)} ${pick(what)} ${pick(where)} with ${pick(ordinaryWords)}.`
        : `${pick(chinese.who)}${pick(chinese.when)}${pick(chinese.does)}${pick(chinese.what)}${pick(chinese.end)}`;
    found.add(text);
  }
  return [...found];
}
