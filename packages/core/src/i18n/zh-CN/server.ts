/** Messages of the server's command line and terminal output. */
export const words = {
  server: {
    help: `gantry-server：Gantry 管理后台的服务器

用法：
  gantry-server [选项]                启动服务器
  gantry-server admin create --username 用户名 --password-stdin [--name 姓名] [--role admin|user] [--preset 预设]
                                      创建管理员，未指定预设时拥有全部权限；密码从标准输入读取
  gantry-server console export 目录 --api-url 网址 [--media-hosts 主机] [--force]
                                      导出供静态托管的控制台，其页面调用该网址上的服务器
  gantry-server migrate               更新数据库结构后退出
  gantry-server backup 文件           备份数据库到一个加密文件
  gantry-server restore 文件 [--force]  从备份恢复；--force 覆盖已有数据
  gantry-server copy --from 数据库 --to 数据库
                                      在 SQLite 与 PostgreSQL 之间复制数据库并校验副本
  gantry-server audit verify          检查操作日志是否被篡改
  gantry-server secrets rotate [--resume]  换用新的主密钥重新加密；--resume 继续上次中断的轮换
  gantry-server version               显示版本

选项（括号内为环境变量）：
  --host 地址          监听地址，默认 127.0.0.1 (GANTRY_HOST)
  --port 端口          监听端口，默认 7300；0 表示任选 (GANTRY_PORT)
  --data 目录          数据目录，默认当前目录下的 .gantry (GANTRY_DATA)
  --database 地址      postgres://… 或 SQLite 文件；默认数据目录下的 gantry.db (GANTRY_DATABASE)
  --database-ca 文件   PostgreSQL 私有 CA 的证书，PEM 格式 (GANTRY_DATABASE_CA)
  --database-pooler 模式  PostgreSQL 前的连接池：auto session transaction，默认 auto (GANTRY_DATABASE_POOLER)
  --metrics-port 端口  在此端口提供 /metrics；默认不提供 (GANTRY_METRICS_PORT)
  --metrics-host 地址  提供 /metrics 的监听地址，默认 127.0.0.1 (GANTRY_METRICS_HOST)
  --base-path 路径     反向代理发布本服务的路径，如 /gantry；默认 / (GANTRY_BASE_PATH)
  --cors-origins 来源  部署在别处的控制台的来源，如 https://console.example.com，逗号分隔 (GANTRY_CORS_ORIGINS)
  --trust-proxy 网段   相信这些代理转发的客户端地址，逗号分隔 (GANTRY_TRUST_PROXY)
  --rate-limit 次数    每个 IP 每分钟的调用上限，默认 6000；0 表示不限 (GANTRY_RATE_LIMIT)
  --drain-seconds 秒数  收到 SIGTERM 后继续应答的秒数，其间 /readyz 返回 503；默认 5 (GANTRY_DRAIN_SECONDS)
  --appearance 文件    控制台默认外观：设置抽屉复制出的 JSON (GANTRY_APPEARANCE)
  --log-level 级别     fatal error warn info debug，默认 info (GANTRY_LOG_LEVEL)
  --sample-data        在 /api 下提供示例数据，供开发其他客户端试用 (GANTRY_SAMPLE_DATA=true)
  --help               显示帮助

其他环境变量：
  GANTRY_MASTER_KEY    主密钥，32 字节的 base64；默认使用数据目录下的 master.key
  GANTRY_DATABASE_FILE、GANTRY_MASTER_KEY_FILE   存放上述值的文件
  GANTRY_LOCALE        提示的语言：zh-CN 或 en-US
  CRAFT                等于 true 时显示开发课程`,
    unknownFlag: '未知的选项或参数：{{given}}。查看帮助：gantry-server --help',
    badValue: '{{flag}} 的值不正确：{{given}}。查看帮助：gantry-server --help',
    missingValue: '缺少 {{flag}}。查看帮助：gantry-server --help',
    console: '控制台：{{url}}',
    setupCode: '还没有管理员。初始化码（{{minutes}} 分钟内有效）：{{code}}',
    setupHint: '请在控制台登录页输入初始化码创建首位管理员，或运行 gantry-server admin create。',
    notLoopback: '正在非本机地址 {{host}} 上以明文 HTTP 监听；请放在 TLS 代理之后，并设置 --trust-proxy。',
    oldNode: 'Node.js {{version}} 已停止维护；建议使用 22 或 24。',
    noConsoleBuilt: '控制台尚未构建。',
    folderNotEmpty: '{{folder}} 不是空目录。如需替换其中的文件：--force',
    consoleExported: '控制台已写入 {{folder}}，其页面调用 {{url}}。',
    noConsole: '控制台尚未构建，只提供接口。',
    locked:
      '此主密钥不是加密这个数据库的主密钥：密文无法读取，相关调用将被拒绝。请恢复正确的 master.key 或设置 GANTRY_MASTER_KEY。',
    keyMissing:
      '缺少主密钥：{{folder}} 中没有 master.key，也未设置 GANTRY_MASTER_KEY。请把此数据库的 master.key 复制到该目录。',
    keyInvalid: '主密钥无效：长度为 {{bytes}} 字节，应为 32 字节的 base64。请检查 master.key 或 GANTRY_MASTER_KEY。',
    adminCreated: '已创建管理员 {{username}}（{{role}}）。',
    emptyPassword: '标准输入中没有密码。',
    migrated: '数据库结构已是最新：{{migration}}',
    backedUp: '已备份到 {{file}}（{{bytes}} 字节，已校验）。恢复时需要同一个 master.key。',
    restored: '已从 {{file}} 恢复。旧的登录会话与访问令牌全部失效。',
    notEmpty: '数据库不是空的；确认要覆盖请加 --force。',
    badBackup: '备份 {{file}} 已损坏，未作任何改动：{{why}}。请使用其他备份。',
    backupOfOtherKey: '备份 {{file}} 是用另一个主密钥加密的。请把其数据库的 master.key 复制到数据目录。',
    otherKind: '这是 {{found}} 的备份，不能恢复到 {{wanted}}。',
    inUse: '数据库正被另一个进程使用；请先停止服务器。',
    served: '有服务器正在使用此数据库：{{servers}}。请先停止它；如果它已被强制结束，其租约将在 {{seconds}} 秒后到期。',
    held: '另一个进程正在使用此数据库。请先停止它，或等待其结束。',
    maintained: '此数据库正在恢复、更新结构或轮换密钥，请在其结束后重试。',
    leaseLost: '在此服务器无法连接数据库期间，有命令接管了数据库。服务器将停止，请重新启动。',
    damaged: '数据库已损坏：{{message}}。请停止服务器，并用 gantry-server restore 文件 --force 恢复最近的备份。',
    databaseUnwritable: '数据库文件无法打开或写入：{{message}}。请检查其路径和权限。',
    folderReadOnly: '当前用户不能写入目录 {{folder}}。请让运行服务器的用户可以写入，或用 --data 选择其他目录。',
    folderOpen: '数据目录 {{folder}} 对本机其他用户开放。请对其执行 chmod 700，或用 --data 选择专用目录。',
    folderClosed: '数据目录 {{folder}} 曾对本机其他用户开放，现已改为仅所有者可以进入。',
    fileExists: '文件已存在：{{file}}',
    copied: '已复制 {{tables}} 张表共 {{rows}} 行，每张表的行数与来源一致。',
    copyVerified: '副本的账本校验通过。请用 --database 和同一个 master.key 启动服务器。',
    copyBroken: '副本的账本校验不通过：第 {{no}} 条约束（{{name}}）在 {{row}} 处不成立。',
    copySameKind: '--from 与 --to 必须是不同种类的数据库；同类之间请使用备份与恢复。',
    copyNotEmpty: '--to 的数据库不是空的，请选择空数据库。',
    copyOtherSchema: '--from 的数据库结构与本程序不一致，请先对其运行 gantry-server migrate。',
    copyIncomplete: '表 {{table}} 在副本中的行数与来源不一致，副本已删除。',
    auditOk: '操作日志完整，共 {{count}} 条。',
    auditUnsealed: '其中 {{count}} 条待入链：已有签名，尚无链中位置；运行中的服务器会在一秒内将其入链。',
    auditBroken: '操作日志在第 {{row}} 条处不一致：{{reason}}',
    rotated: '已换用新的主密钥 {{key}}，重新加密 {{count}} 项。旧密钥仍留在 master.key 中，旧备份需要它。',
    rotateBroken: '有 {{count}} 项用现有密钥无法解密，未作改动。',
    failed: '失败：{{reason}}',
    unread: '{{path}}：{{why}}',
    unreached: '无法连接 {{place}}（{{code}}）。请检查地址，并确认 PostgreSQL 已在该处运行。',
    malformedDatabaseUrl:
      '{{flag}} 不是有效的 URL。用户名和密码中的特殊字符须用百分号编码，例如 @ 写作 %40，/ 写作 %2F，# 写作 %23，% 写作 %25。',
    unknownSslMode: '{{flag}} 中的 sslmode 只能是 disable、no-verify、require、verify-ca 或 verify-full。',
    verifyCaWithoutCa:
      '{{flag}} 中的 sslmode=verify-ca 需要 CA 证书。请在 URL 中加 sslrootcert，或使用 --database-ca 文件。',
    databaseFull: 'PostgreSQL 没有空闲连接。请调高 max_connections 或连接池的上限，或停止占用连接的客户端。',
    databaseStarting: 'PostgreSQL 正在启动或停止。请稍后重试。',
    databaseUnanswered: 'PostgreSQL 未在限定时间内响应。请检查主机、端口和防火墙。',
    databaseRejectedUser: 'PostgreSQL 拒绝了用户名或密码。请检查 --database 中的两者，特殊字符须用百分号编码。',
    databaseRejectedHost:
      'PostgreSQL 不接受该用户从本机连接。请在 pg_hba.conf 中放行，或使用 TLS（sslmode=verify-full）。',
    databaseMissing: '数据库不存在。请用 createdb 创建，或更正 --database 中的库名。',
    databaseMayNotCreate: '数据库用户没有此项权限。请将其设为数据库的所有者，或授予模式的 CREATE 权限。',
    databaseReadOnly:
      'PostgreSQL 处于只读状态（例如备库）。请将 --database 指向主库，或关闭 default_transaction_read_only。',
    databaseNoTls: 'PostgreSQL 未启用 TLS。请在数据库端启用 ssl，或在 --database 中设置 sslmode=disable。',
    databaseUntrusted: 'PostgreSQL 的证书不是由受信任的 CA 签发。请用 --database-ca 文件或 sslrootcert 指定其 CA。',
    databaseOtherHost:
      'PostgreSQL 的证书属于其他主机名。请在 --database 中使用证书上的主机名，或设置 sslmode=verify-ca。',
    databaseExpired: 'PostgreSQL 的证书已过期。请在数据库服务器上更换证书。',
    fileMissing: '文件或文件夹不存在',
    fileDenied: '没有权限',
    fileIsFolder: '这是一个文件夹',
    fileNoFolder: '路径中有一段不是文件夹',
    diskFull: '磁盘已满',
    diskReadOnly: '磁盘只读',
    portTaken: '端口 {{port}} 已被占用；换一个端口，或用 --port 0 任选。',
  },
} as const;
