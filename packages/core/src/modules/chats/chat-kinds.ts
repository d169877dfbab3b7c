export const chatKinds = {
  chat: { zh: '对话', en: 'Chat' },
  agent: { zh: '智能体', en: 'Agent' },
  app: { zh: '小应用', en: 'App' },
  know: { zh: '知识库', en: 'Knowledge' },
  pdf: { zh: 'PDF', en: 'PDF' },
} as const;
