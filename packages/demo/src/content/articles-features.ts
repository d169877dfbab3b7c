import { article } from './article.ts';

/** Using the features. */
export const featureArticles = [
  article(
    'share-a-chat',
    'feature',
    '分享 对话',
    [
      '分享对话',
      '可以把一段对话生成只读链接。',
      '打开对话右上角的菜单 | 选择“分享”，勾选要公开的消息 | 复制链接发给对方',
      '链接可以随时撤销，撤销后立即失效。',
    ],
    [
      'Sharing a chat',
      'Turn part of a chat into a read-only link.',
      'Open the menu at the top right of the chat | Choose “Share” and tick the messages | Copy the link',
      'A link can be withdrawn at any time, at once.',
    ],
  ),
  article(
    'draw-a-picture',
    'feature',
    '绘画 图片',
    [
      '生成图片',
      '用一句话生成四张候选图。',
      '进入“绘画”，选择风格和比例 | 写下画面描述，可附参考图 | 从四张候选中选择一张放大',
      '生成失败不扣算力。',
    ],
    [
      'Making pictures',
      'One sentence gives four candidates.',
      'Open “Drawing” and choose style and ratio | Describe the picture, with a reference if you like | Enlarge one of the four',
      'A failed picture costs nothing.',
    ],
  ),
  article(
    'make-slides',
    'feature',
    'PPT 办公',
    [
      '一键生成 PPT',
      '从主题、文档或大纲生成可编辑的演示文稿。',
      '输入主题或上传文档 | 检查并调整大纲 | 选择模板后下载',
      '下载的文件可以用常见办公软件编辑。',
    ],
    [
      'Slides from a topic',
      'Editable slides from a topic, a document or an outline.',
      'Type a topic or upload a document | Check the outline | Choose a template and download',
      'The file opens in the usual office programs.',
    ],
  ),
  article(
    'chat-with-pdf',
    'feature',
    'PDF 阅读',
    [
      '与 PDF 对话',
      '上传论文或合同，直接提问。',
      '上传不超过 20 MB 的 PDF | 等待解析完成 | 提问，回答会标出所在页码',
      '扫描件需要先识别文字，耗时会更长。',
    ],
    [
      'Chatting with a PDF',
      'Upload a paper or a contract and ask.',
      'Upload a PDF of up to 20 MB | Wait until it has been read | Ask; answers name the page',
      'Scans are recognised first and take longer.',
    ],
  ),
  article(
    'build-a-knowledge-base',
    'feature',
    '知识库 团队',
    [
      '搭建知识库',
      '让回答基于团队自己的资料。',
      '新建知识库并上传文档 | 检查分段效果，必要时调整 | 在对话中选择该知识库',
      '删除文档后，相关内容不再被引用。',
    ],
    [
      'Building a knowledge base',
      'Let answers rest on your own documents.',
      'Make a base and upload documents | Check how they were divided | Choose the base in a chat',
      'Once deleted, a document is never quoted again.',
    ],
  ),
  article(
    'create-an-agent',
    'feature',
    '智能体 创建',
    [
      '创建智能体',
      '把常用的要求固定下来，做成自己的智能体。',
      '填写名称和介绍 | 写下它要遵守的规则 | 选择模型和知识库 | 试聊几句后发布',
      '公开发布的智能体需要审核，一般一个工作日内完成。',
    ],
    [
      'Making an agent',
      'Fix the instructions that you use often into an agent of your own.',
      'Give it a name and an introduction | Write the rules that it follows | Choose a model and a base | Try it, then publish',
      'Public agents are reviewed, usually within a working day.',
    ],
  ),
  article(
    'voice-input',
    'feature',
    '语音 输入',
    [
      '语音输入与朗读',
      '可以说出问题，也可以听回答。',
      '点击麦克风图标开始说话 | 松开后自动转成文字 | 点击回答下方的喇叭朗读',
      '首次使用需要允许浏览器使用麦克风。',
    ],
    [
      'Voice in and out',
      'Say the question and hear the answer.',
      'Press the microphone and speak | Let go to have it written | Press the speaker under an answer',
      'The browser asks for the microphone once.',
    ],
  ),
  article(
    'mind-map',
    'feature',
    '思维导图 整理',
    [
      '生成思维导图',
      '把长文整理成一张图。',
      '进入“思维导图” | 粘贴文字或输入主题 | 调整节点后导出图片',
      '单张图最多 200 个节点。',
    ],
    [
      'Mind maps',
      'Turn a long text into one picture.',
      'Open “Mind map” | Paste a text or type a topic | Arrange the nodes and export',
      'A map has at most 200 nodes.',
    ],
  ),
  article(
    'make-music',
    'feature',
    '音乐 创作',
    [
      '创作音乐',
      '写歌词或描述风格，生成一首歌。',
      '选择“灵感”或“自定义”模式 | 填写风格和歌词 | 试听两个版本，选择一个保存',
      '请勿使用他人拥有版权的歌词。',
    ],
    [
      'Making music',
      'Lyrics or a style become a song.',
      'Choose “Inspire” or “Custom” | Fill in style and lyrics | Listen to both versions and keep one',
      'Do not use lyrics that belong to others.',
    ],
  ),
  article(
    'export-chats',
    'feature',
    '导出 数据',
    [
      '导出对话',
      '可以把对话导出为 Markdown 或 PDF。',
      '打开对话菜单，选择“导出” | 选择格式 | 等待下载开始',
      '一次最多导出 100 个对话。',
    ],
    [
      'Exporting chats',
      'Take your chats away as Markdown or PDF.',
      'Choose “Export” in the chat’s menu | Choose a format | Wait for the download',
      'Up to 100 chats at a time.',
    ],
  ),
  article(
    'search-history',
    'feature',
    '搜索 历史',
    [
      '搜索历史对话',
      '从两个字起就能搜索。',
      '按 Ctrl + K 打开搜索 | 输入关键词，可加日期范围 | 点击结果跳到对应消息',
      '已删除的对话不会出现在结果中。',
    ],
    [
      'Searching old chats',
      'Two characters are enough.',
      'Press Ctrl + K | Type a word, and dates if you like | Choose a result to jump to the message',
      'Deleted chats are not found.',
    ],
  ),
];
