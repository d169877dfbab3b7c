/** Title, English title, slug, category, level, teacher, price in fen. */
export const courses = [
  ['十分钟认识大模型', 'Large models in ten minutes', 'llm-in-ten-minutes', 'basics', 'beginner', '周岚', 0],
  ['提示词写作入门', 'Writing prompts', 'writing-prompts', 'prompting', 'beginner', '周岚', 0],
  ['结构化提示词', 'Structured prompts', 'structured-prompts', 'prompting', 'mid', '周岚', 9900],
  ['从零搭建知识库', 'A knowledge base from nothing', 'knowledge-base', 'development', 'mid', '何川', 19900],
  ['智能体开发实战', 'Building agents', 'building-agents', 'development', 'advanced', '何川', 39900],
  ['函数调用与工具', 'Function calls and tools', 'function-calls', 'development', 'mid', '何川', 19900],
  ['检索效果评测', 'Measuring retrieval', 'measuring-retrieval', 'development', 'advanced', '苏青', 29900],
  ['微调入门', 'Fine-tuning', 'fine-tuning', 'model', 'advanced', '苏青', 49900],
  ['AI 绘画商用流程', 'Drawing for business', 'drawing-for-business', 'business', 'mid', '罗一', 12900],
  ['内容安全与合规', 'Content safety', 'content-safety', 'business', 'beginner', '罗一', 0],
] as const;

/** Title, English title, type, category, link kind, link, badge. */
export const cards = [
  ['翻译', 'Translate', 'app', 'office', 'internal', '/apps/translate', null],
  ['会议纪要', 'Meeting notes', 'app', 'office', 'internal', '/agents/meeting-notes', '热'],
  ['PPT 生成', 'Slide decks', 'tool', 'office', 'internal', '/ppt', '新'],
  ['思维导图', 'Mind maps', 'tool', 'learning', 'internal', '/mind-map', null],
  ['AI 绘画', 'Drawing', 'tool', 'design', 'internal', '/draw', '热'],
  ['音乐创作', 'Music', 'tool', 'design', 'internal', '/music', null],
  ['论文润色', 'Thesis polish', 'app', 'writing', 'internal', '/agents/thesis-polish', null],
  ['代码审查', 'Code review', 'app', 'development', 'internal', '/agents/code-reviewer', null],
  ['家常菜谱', 'Home cooking', 'app', 'life', 'internal', '/agents/cook', null],
  ['提示词写作入门', 'Writing prompts', 'course', 'learning', 'course', 'writing-prompts', '免费'],
  ['智能体开发实战', 'Building agents', 'course', 'development', 'course', 'building-agents', null],
  ['提示词指南', 'Prompt guide', 'article', 'learning', 'external', 'https://docs.example.com/prompts', null],
  ['接口文档', 'API reference', 'article', 'development', 'external', 'https://docs.example.com/api', null],
  ['行业案例集', 'Case studies', 'article', 'office', 'external', 'https://www.example.com/cases', null],
] as const;

/** Group and its items: name, English name, kind, target. */
export const menus = [
  [
    '常用',
    'Everyday',
    [
      ['对话', 'Chat', 'internal', '/chat'],
      ['我的知识库', 'My knowledge', 'internal', '/knowledge'],
      ['历史记录', 'History', 'internal', '/history'],
    ],
  ],
  [
    '创作',
    'Create',
    [
      ['绘画', 'Drawing', 'internal', '/draw'],
      ['视频', 'Video', 'internal', '/video'],
      ['音乐', 'Music', 'internal', '/music'],
      ['PPT', 'Slides', 'internal', '/ppt'],
      ['写作', 'Writing', 'internal', '/write'],
    ],
  ],
  [
    '工具',
    'Tools',
    [
      ['翻译', 'Translate', 'app', 'translate'],
      ['摘要', 'Summarise', 'app', 'summarise'],
      ['会议纪要', 'Meeting notes', 'agent', 'meeting-notes'],
    ],
  ],
  [
    '帮助',
    'Help',
    [
      ['帮助中心', 'Help centre', 'internal', '/help'],
      ['接口文档', 'API reference', 'external', 'https://docs.example.com/api'],
    ],
  ],
] as const;

/** Name, platform, domains, versions with their notes. */
export const clients = [
  [
    '网页版',
    'web',
    ['app.example.com'],
    [
      ['3.2.0', '支持大纲导航'],
      ['3.3.0', '对话页重新设计'],
    ],
  ],
  ['移动网页', 'h5', ['m.example.com'], [['3.2.1', '修复键盘遮挡']]],
  ['微信小程序', 'wechat', ['app.example.com'], [['2.8.0', '新增语音朗读']]],
  [
    '安卓客户端',
    'android',
    [],
    [
      ['5.0.2', '修复闪退'],
      ['5.1.0', '支持深色模式'],
    ],
  ],
  [
    '苹果客户端',
    'ios',
    [],
    [
      ['5.0.3', '适配新系统'],
      ['5.1.0', '支持深色模式'],
    ],
  ],
  ['桌面客户端', 'desktop', [], [['1.4.0', '自动更新']]],
] as const;
