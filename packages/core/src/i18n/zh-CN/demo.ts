/** Messages of `npm run demo`. */
export const words = {
  demo: {
    help: `npm run demo -- [选项]：在单独的文件夹里启动一个填好 90 天数据的平台

  --data 文件夹      数据文件夹，默认 .gantry-demo
  --port 端口        监听端口，默认 7300
  --rows 条数        对话消息约多少条，默认 40000
  --database 地址    使用 postgres://... 的空数据库，默认为文件夹中的 SQLite
  --seed 数字        随机种子，默认 1
  --live 次数        启动后每分钟模拟多少次平台调用，持续一小时，默认 2，0 为不模拟`,
    filling: '正在准备演示平台，只需一次，约一分钟……',
    people: '管理员',
    work: '日常工作',
    chats: '对话记录',
    filled: '演示平台已就绪，用时 {{seconds}} 秒',
    foreign: '{{folder}} 已存在，但不是演示文件夹；请用 --data 换一个',
    signIn: '登录：用户名 {{username}}，密码 {{password}}',
    passwordHint: '密码为本次启动随机生成，不会保存；再次运行本命令会生成新的密码',
    live: '平台正在运行：一小时内每分钟约 {{rate}} 次模拟调用',
    noOwner: '演示账号 demo 已被删除，请用其他管理员登录',
    badValue: '{{flag}} 的值不正确：{{given}}',
  },
} as const;
