export const drawCategories = [
  ['人物', 'People'],
  ['风景', 'Landscapes'],
  ['动物', 'Animals'],
  ['建筑', 'Architecture'],
  ['插画', 'Illustration'],
  ['产品', 'Products'],
] as const;

/** Name, English name, parent category. */
export const promptCategories = [
  ['风格', 'Style', null],
  ['国风', 'Chinese style', '风格'],
  ['摄影', 'Photography', '风格'],
  ['场景', 'Scenes', null],
  ['城市', 'City', '场景'],
  ['自然', 'Nature', '场景'],
] as const;

/** Category, title, prompt, English prompt, model. */
export const drawPrompts = [
  [
    '国风',
    '水墨山水',
    '水墨山水，远山如黛，留白，一叶扁舟',
    'ink wash landscape, distant mountains, empty space, a small boat',
    'flux',
  ],
  [
    '国风',
    '敦煌飞天',
    '敦煌壁画风格的飞天，矿物颜料，斑驳质感',
    'Dunhuang mural, flying apsara, mineral pigments, weathered',
    'mj',
  ],
  ['国风', '工笔花鸟', '工笔花鸟，绢本，海棠与白头翁', 'gongbi painting on silk, crab apple and a bulbul', 'sd'],
  ['国风', '青花瓷', '青花瓷纹样的白狐，细腻釉面', 'a white fox in blue and white porcelain', 'flux'],
  ['国风', '江南雨巷', '江南雨巷，油纸伞，青石板，薄雾', 'rainy lane in Jiangnan, paper umbrella, mist', 'mj'],
  ['国风', '剪纸年画', '红色剪纸风格的生肖年画', 'red paper-cut new year picture', 'sd'],
  [
    '摄影',
    '窗边人像',
    '自然光人像，窗边，浅景深，85mm',
    'portrait by a window, natural light, shallow depth, 85mm',
    'flux',
  ],
  ['摄影', '雨夜街头', '雨夜街头，霓虹倒影，胶片颗粒', 'rainy street at night, neon reflections, film grain', 'mj'],
  ['摄影', '产品静物', '白底产品静物，柔光箱，无阴影', 'product still life, softbox, no shadow', 'sd'],
  ['摄影', '微距露珠', '草叶上的露珠，微距，晨光', 'dew on a blade of grass, macro, morning light', 'flux'],
  ['摄影', '长曝光车流', '立交桥车流，长曝光，蓝调时刻', 'traffic trails, long exposure, blue hour', 'sd'],
  ['摄影', '宠物肖像', '棚拍宠物肖像，表情灵动', 'studio portrait of a pet, lively eyes', 'flux'],
  ['城市', '赛博都市', '赛博朋克都市，高楼与悬浮车，雨夜', 'cyberpunk city, hover cars, rain', 'mj'],
  ['城市', '老城早市', '清晨老城早市，热气腾腾，俯拍', 'morning market in an old town, steam, from above', 'flux'],
  ['城市', '未来图书馆', '未来图书馆，螺旋书架，自然采光', 'library of the future, spiral shelves, daylight', 'mj'],
  ['城市', '等距小镇', '等距视角的迷你小镇，柔和配色', 'isometric tiny town, soft colours', 'sd'],
  ['城市', '天台花园', '高楼天台花园，黄昏，城市天际线', 'rooftop garden, dusk, skyline', 'flux'],
  ['城市', '地铁速写', '地铁车厢里的人们，速写线稿', 'people on the underground, line sketch', 'sd'],
  ['自然', '极光雪原', '极光下的雪原，一座小木屋', 'aurora over a snowfield, a cabin', 'mj'],
  ['自然', '深海水母', '深海发光水母，黑色背景', 'glowing jellyfish, deep sea, black background', 'flux'],
  ['自然', '梯田晨雾', '梯田，晨雾，航拍', 'rice terraces, morning mist, aerial', 'flux'],
  ['自然', '秋日森林', '秋日森林，逆光，落叶小径', 'autumn forest, back light, path of leaves', 'sd'],
  ['自然', '沙漠星空', '沙漠星空，银河，骆驼剪影', 'desert at night, Milky Way, camel silhouettes', 'mj'],
  ['自然', '雨林瀑布', '雨林瀑布，彩虹，蕨类', 'rainforest waterfall, rainbow, ferns', 'sd'],
] as const;

/** Name, English name, category, color, file. */
export const slideTemplates = [
  ['季度汇报 · 蓝', 'Quarterly report, blue', 'report', '#165DFF', 'decks/quarter-blue.pptx'],
  ['年终总结 · 红', 'Year in review, red', 'report', '#F53F3F', 'decks/year-red.pptx'],
  ['项目周会', 'Weekly project', 'report', '#0FC6C2', 'decks/weekly.pptx'],
  ['融资路演', 'Fundraising pitch', 'pitch', '#722ED1', 'decks/pitch.pptx'],
  ['产品发布', 'Product launch', 'marketing', '#FF7D00', 'decks/launch.pptx'],
  ['品牌手册', 'Brand book', 'marketing', '#D91AD9', 'decks/brand.pptx'],
  ['课件 · 清新', 'Courseware, fresh', 'education', '#00B42A', 'decks/lesson-green.pptx'],
  ['论文答辩', 'Thesis defence', 'education', '#165DFF', 'decks/thesis.pptx'],
  ['个人简历', 'About me', 'personal', '#4E5969', 'decks/resume.pptx'],
  ['读书分享', 'Book sharing', 'personal', '#F7BA1E', 'decks/books.pptx'],
] as const;

/** Name, English name, mood, tags, instrumental. */
export const musicStyles = [
  ['国风流行', 'Chinese pop', 'calm', 'chinese pop, guzheng, soft female vocal', false],
  ['低保真', 'Lo-fi', 'calm', 'lofi, chill, vinyl, mellow piano', true],
  ['民谣', 'Folk', 'sad', 'folk, acoustic guitar, warm male vocal', false],
  ['电子舞曲', 'Dance', 'energetic', 'edm, 128 bpm, festival, drop', true],
  ['史诗配乐', 'Epic score', 'epic', 'epic orchestral, choir, cinematic, drums', true],
  ['儿歌', 'Children', 'happy', 'children song, playful, ukulele', false],
  ['爵士', 'Jazz', 'calm', 'jazz trio, brushed drums, upright bass', true],
  ['摇滚', 'Rock', 'energetic', 'rock, electric guitar, powerful vocal', false],
  ['说唱', 'Rap', 'energetic', 'hip hop, trap beat, mandarin rap', false],
  ['冥想', 'Meditation', 'calm', 'ambient, singing bowl, slow, nature', true],
] as const;

/** Name, English name, outline, layout. */
export const mindMaps = [
  ['读书笔记', 'Reading notes', '# 书名\n## 作者与背景\n## 核心观点\n- 观点一\n- 观点二\n## 我的收获', 'right'],
  ['项目计划', 'Project plan', '# 项目\n## 目标\n## 里程碑\n- 需求\n- 开发\n- 上线\n## 风险', 'both'],
  ['SWOT 分析', 'SWOT', '# 产品\n## 优势\n## 劣势\n## 机会\n## 威胁', 'both'],
  ['旅行清单', 'Packing list', '# 旅行\n## 证件\n## 衣物\n## 药品\n## 电子设备', 'tree'],
  ['年度时间线', 'Year timeline', '# 今年\n## 一季度\n## 二季度\n## 三季度\n## 四季度', 'timeline'],
  ['知识框架', 'Study map', '# 课程\n## 概念\n## 方法\n## 例题\n## 易错点', 'right'],
] as const;

/** Name, scene, type, colors. */
export const backgrounds = [
  ['晨曦', 'chat', 'gradient', '#FFE7BA', '#FF9A2E'],
  ['深海', 'chat', 'gradient', '#0E2A47', '#165DFF'],
  ['薄荷', 'chat', 'color', '#E8FFFB', null],
  ['墨', 'chat', 'color', '#17171A', null],
  ['云端', 'home', 'gradient', '#E8F3FF', '#94BFFF'],
  ['暮色', 'home', 'gradient', '#3C108F', '#D91AD9'],
  ['竹影', 'home', 'gradient', '#E8FFEA', '#009A29'],
  ['登录 · 蓝', 'login', 'gradient', '#165DFF', '#0FC6C2'],
  ['登录 · 夜', 'login', 'color', '#1D2129', null],
  ['商务灰', 'ppt', 'color', '#F2F3F5', null],
  ['庆典红', 'poster', 'gradient', '#F53F3F', '#FF7D00'],
  ['毕业季', 'poster', 'gradient', '#165DFF', '#722ED1'],
] as const;
