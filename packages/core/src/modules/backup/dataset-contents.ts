/** Labels for the content of tables. */
export const datasetContents = {
  usage: { zh: '消费明细', en: 'Usage records' },
  chats: { zh: '问答记录', en: 'Chat history' },
  loginLogs: { zh: '登录日志', en: 'Sign-in log' },
  violations: { zh: '违规记录', en: 'Violations' },
  webhooks: { zh: 'Webhook 投递', en: 'Webhook deliveries' },
  jobs: { zh: '后台任务', en: 'Background jobs' },
  audit: { zh: '操作日志', en: 'Audit log' },
  ledger: { zh: '账务', en: 'Ledger' },
  orders: { zh: '订单', en: 'Orders' },
  codes: { zh: '兑换码', en: 'Redeem codes' },
  users: { zh: '用户', en: 'Users' },
  tasks: { zh: '创作任务', en: 'Creative tasks' },
  knowledge: { zh: '知识库与文档', en: 'Knowledge and documents' },
  files: { zh: '图片', en: 'Images' },
  search: { zh: '搜索索引', en: 'Search index' },
  other: { zh: '其他', en: 'Other' },
} as const;
export type DatasetContent = keyof typeof datasetContents;
