import { defineScreens, everyone, type LocalizedText, type ScreenDefinition } from '../../definition/index.ts';

const draw: LocalizedText = { zh: '绘画', en: 'Drawing' };
const slides: LocalizedText = { zh: 'PPT', en: 'Slides' };
const video: LocalizedText = { zh: '视频', en: 'Video' };
const agents: LocalizedText = { zh: '智能体', en: 'Agents' };
const pdf: LocalizedText = { zh: 'PDF', en: 'PDF' };
const knowledge: LocalizedText = { zh: '知识库', en: 'Knowledge base' };
const miniApps: LocalizedText = { zh: '小应用', en: 'Mini apps' };

const createScreen = (name: string, path: string, zh: string, en: string, group?: LocalizedText): ScreenDefinition => ({
  name,
  path: `/ai/${path}`,
  area: 'ai',
  label: { zh, en },
  roles: everyone,
  ...(group ? { group } : {}),
});

/** All routes below `/ai`. */
export const aiScreens = defineScreens([
  createScreen('ModelSystem', 'model_system', '大模型', 'Large models'),
  createScreen('AiIcon', 'ai_icon', '图标', 'Icons'),
  createScreen('AiBackground', 'ai_background', '背景', 'Backgrounds'),
  createScreen('AiTechs', 'ai_techs', 'AI 应用与课程中心', 'Apps and course center'),
  createScreen('ApiKey', 'api_key', '密钥池', 'Key pool'),
  createScreen('AiSetting', 'ai_setting', '基础 AI 配置', 'Basic AI settings'),
  createScreen('AiMessage', 'ai_message', '问答记录', 'Chat history'),
  createScreen('AiDraws', 'ai_draw/ai_draws', '绘画记录', 'Drawings', draw),
  createScreen('AiDrawsCate', 'ai_draw/ai_draws_cate', '绘画分类', 'Drawing categories', draw),
  createScreen('AiDrawsDes', 'ai_draw/ai_draws_des', '描述词', 'Prompts', draw),
  createScreen('AiDrawsDesCate', 'ai_draw/ai_draws_des_cate', '描述词分类', 'Prompt categories', draw),
  createScreen('AiDrawSetting', 'ai_draw/ai_draw_setting', '绘画设置', 'Drawing settings', draw),
  createScreen('AiPpts', 'ai_ppt/ai_ppts', 'PPT 记录', 'Slide decks', slides),
  createScreen('AiPptSetting', 'ai_ppt/ai_ppt_setting', 'PPT 设置', 'Slide settings', slides),
  createScreen('AiVideos', 'ai_video/ai_videos', '视频记录', 'Videos', video),
  createScreen('AiVideoSetting', 'ai_video/ai_video_setting', '视频设置', 'Video settings', video),
  createScreen('AiScene', 'ai_scenes/ai_scene', '智能体', 'Agents', agents),
  createScreen('AiSceneCate', 'ai_scenes/ai_scene_cate', '智能体分类', 'Agent categories', agents),
  createScreen('AiPdfPage', 'ai_pdf_list/ai_pdf_page', 'PDF 解析', 'PDF parsing', pdf),
  createScreen('AiPdfEmbedding', 'ai_pdf_list/ai_pdf_embedding', 'PDF 向量', 'PDF embedding', pdf),
  createScreen('AiPdfMessage', 'ai_pdf_list/ai_pdf_message', 'PDF 问答', 'PDF chats', pdf),
  createScreen('AiPdfSetting', 'ai_pdf_list/ai_pdf_setting', 'PDF 设置', 'PDF settings', pdf),
  createScreen('AiKnowPage', 'ai_know_list/ai_know_page', '知识库', 'Knowledge bases', knowledge),
  createScreen('AiKnowDoc', 'ai_know_list/ai_know_doc', '文档', 'Documents', knowledge),
  createScreen('AiKnowDocContent', 'ai_know_list/ai_know_doc_content', '分段', 'Chunks', knowledge),
  createScreen('AiKnowSearch', 'ai_know_list/ai_know_search', '召回记录', 'Retrieval log', knowledge),
  createScreen('AiKnowSetting', 'ai_know_list/ai_know_setting', '知识库设置', 'Knowledge settings', knowledge),
  createScreen('AiApp', 'ai_application/ai_app', '小应用', 'Mini apps', miniApps),
  createScreen('AiAppCate', 'ai_application/ai_app_cate', '小应用分类', 'App categories', miniApps),
  createScreen('AiWrite', 'ai_write', '写作', 'Writing'),
  createScreen('AiMusic', 'ai_music', '音乐', 'Music'),
  createScreen('AiMark', 'ai_mark', '思维导图配置', 'Mind maps'),
  createScreen('AiLimitText', 'ai_limit_text', '违禁词', 'Banned words'),
]);
