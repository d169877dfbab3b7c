import { article } from './article.ts';

/** Getting started. */
export const startArticles = [
  article(
    'first-chat',
    'start',
    '入门 对话',
    [
      '第一次对话',
      '注册后不需要任何设置就可以开始提问。',
      '点击左上角的“新对话” | 在输入框写下问题，按 Enter 发送 | 对回答点赞或点踩，帮助我们改进',
      '对话默认保存，可以随时在列表中删除。',
    ],
    [
      'Your first chat',
      'You can start asking right after you register; nothing needs to be set up.',
      'Press “New chat” at the top left | Write your question and press Enter | Rate the answer to help us improve',
      'Chats are kept until you delete them from the list.',
    ],
  ),
  article(
    'sign-up',
    'start',
    '注册 账号',
    [
      '注册与登录',
      '支持手机号和邮箱两种方式注册。',
      '打开登录页，选择“注册” | 填写手机号并输入短信验证码 | 设置密码，完成注册',
      '一个手机号只能注册一个账号。',
    ],
    [
      'Sign up and sign in',
      'Register with a phone number or an e-mail address.',
      'Open the sign-in page and choose “Sign up” | Enter your phone number and the code from the message | Choose a password',
      'A phone number belongs to one account.',
    ],
  ),
  article(
    'choose-a-model',
    'start',
    '模型 选择',
    [
      '如何选择模型',
      '不同模型的速度、价格和擅长的领域不同。',
      '日常问答选速度快的通用模型 | 数学和代码选带“思考”标记的模型 | 需要看图时选带“视觉”标记的模型',
      '切换模型不会丢失上下文，但计费按新模型执行。',
    ],
    [
      'Choosing a model',
      'Models differ in speed, price and what they are good at.',
      'For everyday questions take a fast general model | For maths and code take one marked “thinking” | To have pictures read take one marked “vision”',
      'Switching keeps the context, and the new model’s price applies.',
    ],
  ),
  article(
    'write-better-prompts',
    'start',
    '提问 技巧',
    [
      '提问的五个技巧',
      '问题越具体，回答越有用。',
      '说明背景和用途 | 给出一个例子 | 限定长度和格式 | 一次只问一件事 | 不满意时指出哪里不对',
      '不要在提问中包含身份证号等个人信息。',
    ],
    [
      'Five ways to ask better',
      'The more specific the question, the more useful the answer.',
      'Say what it is for | Give an example | Set the length and format | Ask one thing at a time | When it is wrong, say where',
      'Leave personal numbers out of your questions.',
    ],
  ),
  article(
    'keyboard-shortcuts',
    'start',
    '快捷键 效率',
    [
      '键盘快捷键',
      '常用操作都有快捷键。',
      'Ctrl + K 打开搜索 | Ctrl + N 新建对话 | Shift + Enter 换行 | Esc 停止生成',
      'macOS 上把 Ctrl 换成 Command。',
    ],
    [
      'Keyboard shortcuts',
      'The common actions have a key.',
      'Ctrl + K opens search | Ctrl + N starts a chat | Shift + Enter starts a line | Esc stops the answer',
      'On macOS use Command instead of Ctrl.',
    ],
  ),
  article(
    'mobile-and-desktop',
    'start',
    '客户端 下载',
    [
      '手机与桌面客户端',
      '网页、手机和桌面端的数据实时同步。',
      '在官网下载对应的安装包 | 用同一个账号登录 | 在设置里开启消息通知',
      '请只从官网下载，避免安装被改动过的版本。',
    ],
    [
      'Phone and desktop apps',
      'Web, phone and desktop share the same data.',
      'Download the package from our site | Sign in with the same account | Turn notifications on in the settings',
      'Download from our own site only.',
    ],
  ),
  article(
    'switch-language',
    'start',
    '语言 设置',
    [
      '切换界面语言',
      '界面支持简体中文和英文。',
      '打开右上角的头像菜单 | 选择“语言” | 页面刷新后生效',
      '语言只影响界面，不影响回答所用的语言。',
    ],
    [
      'Switching the language',
      'The interface speaks Chinese and English.',
      'Open the menu under your picture | Choose “Language” | The page refreshes',
      'This changes the interface, not the language of the answers.',
    ],
  ),
];
