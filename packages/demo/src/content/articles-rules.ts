import { article } from './article.ts';

/** API and policy. */
export const ruleArticles = [
  article(
    'api-quick-start',
    'api',
    '接口 入门',
    [
      '接口快速开始',
      '三步完成第一次调用。',
      '在控制台创建密钥 | 安装任意兼容的 SDK，填写接口地址 | 发送第一条消息',
      '密钥只显示一次，请妥善保存。',
    ],
    [
      'API quick start',
      'Three steps to the first call.',
      'Make a key in the console | Install any compatible SDK and set the address | Send a message',
      'A key is shown once; keep it safe.',
    ],
  ),
  article(
    'api-errors',
    'api',
    '接口 错误码',
    [
      '错误码说明',
      '接口以 HTTP 状态和错误码说明失败的原因。',
      '401：密钥无效或已停用 | 429：超过速率限制，按 Retry-After 等待 | 500：服务端错误，可以重试',
      '超时不代表失败，请带上幂等键重试。',
    ],
    [
      'Error codes',
      'A call fails with an HTTP status and a code.',
      '401: the key is unknown or disabled | 429: too fast; wait as Retry-After says | 500: our fault; try again',
      'A time-out is not a “no”: retry with the same idempotency key.',
    ],
  ),
  article(
    'rate-limits',
    'api',
    '接口 限流',
    [
      '速率限制',
      '限制按账号和模型分别计算。',
      '在响应头中查看剩余额度 | 超限后等待提示的秒数 | 需要更高额度时提交工单',
      '并发数与每分钟请求数同时生效。',
    ],
    [
      'Rate limits',
      'Limits count per account and model.',
      'Read what is left in the headers | Wait as many seconds as told | Ask us for more',
      'Requests at once and per minute both count.',
    ],
  ),
  article(
    'streaming',
    'api',
    '接口 流式',
    [
      '流式输出',
      '边生成边返回，首字更快。',
      '请求中加上 stream 参数 | 按行读取事件 | 收到结束标记后关闭连接',
      '中途断开的请求按已生成的部分计费。',
    ],
    [
      'Streaming',
      'Words arrive as they are made.',
      'Set stream in the request | Read events line by line | Close after the end mark',
      'A call that you break off costs what was made.',
    ],
  ),
  article(
    'webhooks',
    'api',
    '接口 回调',
    [
      '回调通知',
      '长任务完成后主动通知你的服务。',
      '在控制台填写回调地址 | 用签名密钥校验请求 | 返回 200 表示已收到',
      '失败的通知会在一天内重试八次。',
    ],
    [
      'Webhooks',
      'We call you when a long task is done.',
      'Enter your address in the console | Check the signature | Answer 200',
      'A failed call is repeated eight times within a day.',
    ],
  ),
  article(
    'terms-of-use',
    'policy',
    '规则 协议',
    [
      '用户协议摘要',
      '使用本平台即表示同意完整的用户协议。',
      '不得用于违法用途 | 不得转售账号 | 生成内容需自行核对',
      '完整文本以官网公布的版本为准。',
    ],
    [
      'Terms in short',
      'Using the platform means that you accept the full terms.',
      'Nothing unlawful | No selling of accounts | Check what is generated',
      'The full text on our site applies.',
    ],
  ),
  article(
    'privacy-policy',
    'policy',
    '隐私 规则',
    [
      '隐私政策摘要',
      '我们只收集提供服务所必需的信息。',
      '对话内容加密存储 | 不会用于训练，除非你同意 | 你可以随时导出或删除',
      '管理员查看对话会留下记录。',
    ],
    [
      'Privacy in short',
      'We collect what the service needs and no more.',
      'Chats are stored encrypted | They train nothing unless you agree | Export or delete at any time',
      'Reading of chats by staff is recorded.',
    ],
  ),
  article(
    'content-rules',
    'policy',
    '内容 审核',
    [
      '内容规范',
      '违规内容会被拦截或替换。',
      '不得发布违法、欺诈和侵权内容 | 不得泄露他人信息 | 收到提示后请修改再发送',
      '认为误判时可以提交申诉。',
    ],
    [
      'Content rules',
      'What breaks the rules is blocked or masked.',
      'No unlawful, fraudulent or infringing content | No personal data of others | Change it and send again',
      'If it was a mistake, tell us.',
    ],
  ),
  article(
    'copyright',
    'policy',
    '版权 规则',
    [
      '生成内容的版权',
      '在法律允许的范围内，生成内容归使用者所有。',
      '商用前检查是否与已有作品相似 | 保留生成记录 | 侵权投诉请提供权属证明',
      '部分第三方模型另有约定。',
    ],
    [
      'Who owns what is made',
      'As far as the law allows, it is yours.',
      'Check for likeness before commercial use | Keep the record | For complaints, send proof of ownership',
      'Some third-party models have terms of their own.',
    ],
  ),
];
