/** Words before sign-in: signing in, making the first admin, choosing a new password. */
export const words = {
  entry: {
    locale: '语言',
    toDark: '暗黑模式',
    toLight: '亮色模式',
    unreachable: '连不上服务器；请检查网络，或稍后再试',
    login: {
      title: '登录 {{site}}',
      about: '使用管理员账号登录',
      remember: '记住用户名',
      busy: '正在登录…',
      failed: '登录出错，请刷新后重试',
      totpHint: '打开验证器应用查看六位数字，也可以使用恢复码',
      anotherCaptcha: '看不清？换一张',
      picture: '无法显示？改用图片验证码',
      answerWidget: '请先完成人机验证',
    },
    setUp: {
      title: '创建首位管理员',
      about: '平台还没有管理员。用服务器启动时打印的初始化码创建第一个账号。',
      code: '初始化码',
      codeHint: '只能使用一次',
      name: '姓名',
      passwordHint: '至少 15 个字符，长短语比复杂符号更好',
      create: '创建并登录',
    },
    newPassword: {
      title: '设置新密码',
      about: '当前密码由他人设置，请先换成只有您知道的密码。',
      next: '新密码',
      again: '再输一次',
      unlike: '两次输入不一致',
      save: '保存并继续',
    },
    banner: {
      faces: '一份定义，四处可用',
      facesText: '每类数据只描述一次，控制台、终端界面、命令行和接口说的是同一件事',
    },
    carousel: {
      role: '轮播',
      label: '平台动态',
      pause: '暂停轮播',
      play: '继续轮播',
    },
  },
} as const;
