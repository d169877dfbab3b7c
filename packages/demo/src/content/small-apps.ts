/** A field of a form: name, label, type, options. */
type FieldRow = readonly [string, string, 'input' | 'textarea' | 'select' | 'number', (readonly string[])?];
/** Category, key, name, English name, description, form, prompt. */
export type AppRow = readonly [string, string, string, string, string, readonly FieldRow[], string];

export function formOf(rows: readonly FieldRow[]) {
  return rows.map(([name, label, type, options], index) => ({
    name,
    label,
    type,
    required: index === 0,
    ...(options ? { options } : {}),
  }));
}

const tone = ['tone', '语气', 'select', ['正式', '亲切', '幽默']] as const;
const text = ['text', '原文', 'textarea'] as const;

export const appCategories = [
  ['文字处理', 'Text'],
  ['营销文案', 'Marketing'],
  ['职场', 'Work'],
  ['教育', 'Education'],
  ['开发者', 'Developers'],
] as const;

export const smallApps: readonly AppRow[] = [
  [
    '文字处理',
    'translate',
    '翻译',
    'Translate',
    '中英互译，保留格式。',
    [text, ['language', '目标语言', 'select', ['英文', '中文', '日文']]],
    '把下面的文字翻译成{{language}}，保留格式：\n{{text}}',
  ],
  ['文字处理', 'summarise', '摘要', 'Summarise', '长文变三句话。', [text], '用三句话概括：\n{{text}}'],
  [
    '文字处理',
    'rewrite',
    '改写',
    'Rewrite',
    '换一种说法。',
    [text, tone],
    '以{{tone}}的语气改写，不改变意思：\n{{text}}',
  ],
  [
    '文字处理',
    'proofread',
    '纠错',
    'Proofread',
    '找出错别字和病句。',
    [text],
    '指出错别字与病句，逐条给出修改：\n{{text}}',
  ],
  [
    '营销文案',
    'product-copy',
    '商品文案',
    'Product copy',
    '卖点清楚，不夸张。',
    [['product', '商品', 'input'], ['points', '卖点', 'textarea'], tone],
    '为{{product}}写一段{{tone}}的商品文案，卖点：{{points}}。不得使用极限用语。',
  ],
  [
    '营销文案',
    'social-post',
    '种草笔记',
    'Social post',
    '一篇带标签的笔记。',
    [['topic', '主题', 'input'], tone],
    '写一篇关于{{topic}}的分享笔记，语气{{tone}}，结尾附五个标签。',
  ],
  [
    '营销文案',
    'slogan',
    '口号',
    'Slogan',
    '十个备选口号。',
    [['brand', '品牌', 'input']],
    '为{{brand}}写十个口号，每个不超过十二个字。',
  ],
  [
    '职场',
    'email',
    '邮件',
    'Email',
    '商务邮件草稿。',
    [['purpose', '目的', 'input'], ['receiver', '收件人', 'input'], tone],
    '写一封给{{receiver}}的邮件，目的：{{purpose}}，语气{{tone}}。',
  ],
  [
    '职场',
    'resume',
    '简历优化',
    'Resume',
    '用结果说话。',
    [
      ['experience', '经历', 'textarea'],
      ['job', '岗位', 'input'],
    ],
    '按岗位{{job}}改写以下经历，突出结果和数字，不得编造：\n{{experience}}',
  ],
  [
    '职场',
    'speech',
    '发言稿',
    'Speech',
    '三分钟发言。',
    [
      ['occasion', '场合', 'input'],
      ['minutes', '分钟', 'number'],
    ],
    '写一份{{minutes}}分钟的发言稿，场合：{{occasion}}。',
  ],
  [
    '教育',
    'lesson-plan',
    '教案',
    'Lesson plan',
    '一节课的教案。',
    [
      ['subject', '课题', 'input'],
      ['grade', '年级', 'input'],
    ],
    '为{{grade}}写《{{subject}}》的教案：目标、重难点、流程、作业。',
  ],
  [
    '教育',
    'quiz',
    '出题',
    'Quiz',
    '十道选择题。',
    [
      ['scope', '范围', 'textarea'],
      ['count', '题数', 'number'],
    ],
    '根据以下内容出{{count}}道选择题并给答案：\n{{scope}}',
  ],
  [
    '教育',
    'story',
    '睡前故事',
    'Bedtime story',
    '给孩子的小故事。',
    [
      ['hero', '主角', 'input'],
      ['age', '年龄', 'number'],
    ],
    '给{{age}}岁的孩子讲一个关于{{hero}}的睡前故事，结局温暖。',
  ],
  [
    '开发者',
    'sql-writer',
    '写 SQL',
    'Write SQL',
    '一句话变查询。',
    [
      ['question', '问题', 'input'],
      ['tables', '表结构', 'textarea'],
    ],
    '根据表结构写 SQL 并解释：{{question}}\n{{tables}}',
  ],
  [
    '开发者',
    'commit-message',
    '提交说明',
    'Commit message',
    '从改动到说明。',
    [['diff', '改动', 'textarea']],
    '为以下改动写提交说明，一行标题，正文说明原因：\n{{diff}}',
  ],
];

/** Category, key, name, English name, form, prompt. */
export const writeTemplates = [
  [
    'article',
    'opinion-piece',
    '观点文章',
    'Opinion piece',
    [
      ['topic', '主题', 'input'],
      ['view', '观点', 'textarea'],
    ],
    '围绕{{topic}}写一篇观点文章，立场：{{view}}。',
  ],
  [
    'article',
    'book-review',
    '读后感',
    'Book review',
    [['book', '书名', 'input']],
    '写一篇《{{book}}》的读后感，谈三点感受。',
  ],
  [
    'marketing',
    'press-release',
    '新闻稿',
    'Press release',
    [
      ['event', '事件', 'input'],
      ['facts', '要点', 'textarea'],
    ],
    '为{{event}}写新闻稿，要点：{{facts}}。',
  ],
  [
    'marketing',
    'video-script',
    '短视频脚本',
    'Video script',
    [
      ['topic', '主题', 'input'],
      ['seconds', '秒数', 'number'],
    ],
    '写一个{{seconds}}秒的短视频脚本，主题{{topic}}，分镜列表。',
  ],
  [
    'business',
    'notice-letter',
    '通知',
    'Notice',
    [
      ['subject', '事项', 'input'],
      ['date', '日期', 'input'],
    ],
    '写一份关于{{subject}}的通知，日期{{date}}。',
  ],
  [
    'business',
    'work-plan',
    '工作计划',
    'Work plan',
    [['goal', '目标', 'textarea']],
    '根据目标写季度工作计划：{{goal}}',
  ],
  [
    'education',
    'essay',
    '作文',
    'Essay',
    [
      ['title', '题目', 'input'],
      ['words', '字数', 'number'],
    ],
    '写一篇{{words}}字的作文：{{title}}',
  ],
  ['social', 'birthday-wish', '生日祝福', 'Birthday wish', [['who', '对象', 'input']], '写五条送给{{who}}的生日祝福。'],
  ['life', 'complaint', '投诉信', 'Complaint', [['what', '事情', 'textarea']], '写一封有理有据的投诉信：{{what}}'],
  ['life', 'diary', '日记', 'Diary', [['day', '今天', 'textarea']], '把这些片段写成一篇日记：{{day}}'],
] as const satisfies readonly (readonly [string, string, string, string, readonly FieldRow[], string])[];
