/** Words of the workplace that the server says: cards, matters to do, messages, health. */
export const words = {
  panels: {
    orders: {
      created: '下单',
      paid: '已付',
      paidFen: '实付',
      refunded: '退款笔数',
      refundedFen: '退款',
      netFen: '净收入',
      payRateBps: '支付率',
      averageFen: '客单价',
    },
    card: {
      sessions: '会话',
      messages: '消息',
      tokens: 'Token',
      chatUsers: '近 7 天对话用户',
      violations: '待处理违规',
      bannedWords: '违禁词',
      helpDocs: '已发布帮助文档',
      notices: '已发布公告',
      admins: '在用管理员',
    },
    todo: {
      ordersUndelivered: '发货失败的订单',
      approvalsWaiting: '待另一位管理员批准',
      refundsRequested: '待审核的退款申请',
      refundsRunning: '处理中的退款',
      invitesToReview: '待审核的邀请奖励',
      toReview: '{{resource}}：待审核公开',
      keysWithProblems: '有问题的密钥',
      violationsOpen: '待处理的违规',
      noticesDraft: '未发布的公告草稿',
      docsDraft: '未发布的帮助文档',
    },
    event: {
      violationOpened: {
        title: '有新的违规待处理',
        subTitle: '待处理 {{number}} 条',
        content: '最近命中：{{words}}',
      },
      adminLocked: {
        title: '管理员登录被锁定',
        subTitle: '{{name}}',
        content: '多次登录失败，来自 {{ip}}',
      },
      noticePublished: {
        title: '公告已发布',
        subTitle: '{{title}}',
        content: '用户现在可以看到这条公告',
      },
      membershipsEnding: {
        title: '会员即将到期',
        subTitle: '剩余 {{days}} 天',
        content: '尚未续费的会员：{{happened}} 位',
      },
      agentEnding: {
        title: '代理合同即将到期',
        subTitle: '{{name}}',
        content: '最后一天：{{endOn}}',
      },
      importFailed: {
        title: '导入完成，部分行失败',
        subTitle: '{{resource}}',
        content: '{{failed}} 行没有导入，请在导入结果中查看原因',
      },
      keyDisabled: {
        title: '上游密钥已自动停用',
        subTitle: '{{name}}',
        content: '错误码 {{code}}；会定时探测，通过后自动恢复',
      },
      auditBroken: {
        title: '操作日志校验不通过',
        subTitle: '从第 {{id}} 行起',
        content: '日志可能被改动过，请立即核查',
      },
      orderFulfilFailed: {
        title: '订单发货失败',
        subTitle: '{{no}}',
        content: '已多次重试，仍未成功：{{why}}',
      },
      paymentOdd: {
        title: '付款与订单不符',
        subTitle: '{{no}}',
        content: '迟到、重复付款，或金额、币种、渠道不符，请核对后发货或退款',
      },
      backupFailed: {
        title: '备份失败',
        subTitle: '{{name}}',
        content: '{{why}}',
      },
      refundStuck: {
        title: '退款未成功',
        subTitle: '{{no}}',
        content: '渠道返回：{{why}}',
      },
    },
    health: {
      db: '数据库',
      disk: '磁盘',
      memory: '内存',
      eventLoop: '事件循环',
      http: '接口错误',
    },
    measured: {
      latency: '响应 {{ms}} 毫秒',
      noAnswer: '没有响应',
      used: '已用 {{percent}}%',
      delay: '第 99 百分位延迟 {{ms}} 毫秒',
      errors: '近 5 分钟 {{number}} 个',
    },
  },
} as const;
