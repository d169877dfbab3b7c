/** The platform's own knowledge bases, in both languages. */
export const demoBases = [
  {
    base: {
      name: '客服手册',
      description: '客服与智能体回答用户时查的资料：计费、会员、退款与常见问题',
      visibility: 'public',
    },
    documents: [
      {
        name: '积分与算力怎么计费.md',
        content:
          '# 积分与算力怎么计费\n\n## 两种余额\n\n货币用于文字类功能与课程，算力用于对话模型、绘画、视频与音乐。两种余额互不兑换。\n\n## 什么时候扣\n\n任务开始时先冻结预估的点数，完成后按实际用量扣除，多出的立即退回。任务失败、超时或被取消时，冻结的点数全部退回，不会扣费。\n\n## 余额不够\n\n余额不足时任务不会开始。会员额度优先使用，额度用完后再扣快到期的点数。',
      },
      {
        name: '会员与退款.md',
        content:
          '# 会员与退款\n\n## 退款规则\n\n购买后七天内、权益未使用的订单可以全额退款；已经使用的部分按比例扣除。退款原路返回，一般三到五个工作日到账。\n\n## 会员到期\n\n会员到期前三天会收到提醒。到期后额度停止发放，已购的点数不受影响。\n\n## 升级与降级\n\n升级立即生效，原会员的剩余时间折算后顺延；降级在当前会员结束后生效。',
      },
      {
        name: 'How tasks are charged.md',
        content:
          '# How tasks are charged\n\n## Held first, charged later\n\nWhen a task begins, its estimated price is held. When it succeeds, what it really cost is charged and the rest is given back at once. A task that fails, times out or is cancelled costs nothing.\n\n## Refunds\n\nAn order can be refunded in full within seven days as long as nothing of it was used. What was used is taken off in proportion.\n\n## Members\n\nA membership pays first, from its quota; credits that end soonest go next.',
      },
    ],
  },
  {
    base: { name: '产品说明', description: '各项功能的用法与限制', visibility: 'public' },
    documents: [
      {
        name: '知识库使用说明.md',
        content:
          '# 知识库使用说明\n\n## 支持的文件\n\n可以上传 PDF、Word（docx）、Markdown、网页、CSV 与纯文本。扫描件里的文字不会识别。\n\n## 分段\n\n系统按标题与段落切分，每段不超过设定的长度；也可以指定分隔符。修改过的分段在重新分段时可以保留。\n\n## 检索\n\n混合检索同时看含义与关键词，适合多数问题；人名、编号等精确内容用关键词检索更准。',
      },
      {
        name: 'Drawing tips.md',
        content:
          '# Drawing tips\n\n## A good prompt\n\nName the subject, the style, the light and the mood, in that order. Short and exact beats long and vague.\n\n## Sizes\n\nSquare pictures are made fastest. Wide ones suit covers, tall ones suit posters.\n\n## Review\n\nA picture that is shown to everyone is reviewed first; most reviews take a few hours.',
      },
    ],
  },
] as const;
