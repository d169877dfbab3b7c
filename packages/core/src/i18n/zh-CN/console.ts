/** Words of the browser console's frame. */
export const words = {
  console: {
    skip: '跳到主要内容',
    expand: '展开',
    collapse: '收起',
    open: '打开',
    more: '更多',
    loadingPage: '页面加载中',
    failedPage: '页面没能打开',
    asOf: '截至 {{time}}',
    required: '必填',
    requestId: '请求编号 {{id}}',
    offline: '网络已断开，恢复后会自动刷新',
    stepUp: {
      title: '需要确认身份',
      why: '此操作需要您再次输入密码；确认后五分钟内不再询问。',
    },
  },
} as const;
