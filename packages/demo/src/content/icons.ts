import { PNG } from 'pngjs';

/** The distance of a point from the edge of a shape, negative inside. The center of the image is 0, 0 and its half width 1. */
type Shape = (x: number, y: number) => number;

const circle =
  (radius: number): Shape =>
  (x, y) =>
    Math.hypot(x, y) - radius;
const box =
  (width: number, height: number, round = 0.08): Shape =>
  (x, y) => {
    const [right, below] = [Math.abs(x) - width + round, Math.abs(y) - height + round];
    return Math.hypot(Math.max(right, 0), Math.max(below, 0)) + Math.min(Math.max(right, below), 0) - round;
  };
const moved =
  (shape: Shape, byX: number, byY: number): Shape =>
  (x, y) =>
    shape(x - byX, y - byY);
const turned =
  (shape: Shape, degrees: number): Shape =>
  (x, y) => {
    const angle = (degrees * Math.PI) / 180;
    return shape(x * Math.cos(angle) + y * Math.sin(angle), y * Math.cos(angle) - x * Math.sin(angle));
  };
const union =
  (...shapes: Shape[]): Shape =>
  (x, y) =>
    Math.min(...shapes.map((shape) => shape(x, y)));
const without =
  (shape: Shape, hole: Shape): Shape =>
  (x, y) =>
    Math.max(shape(x, y), -hole(x, y));

const glyphs: Readonly<Record<string, Shape>> = {
  dot: circle(0.45),
  ring: without(circle(0.5), circle(0.32)),
  square: box(0.42, 0.42),
  frame: without(box(0.48, 0.4), box(0.34, 0.26)),
  diamond: turned(box(0.36, 0.36), 45),
  bars: union(moved(box(0.09, 0.2), -0.32, 0.2), box(0.09, 0.4), moved(box(0.09, 0.3), 0.32, 0.1)),
  cross: union(box(0.48, 0.12), box(0.12, 0.48)),
  spark: union(turned(box(0.5, 0.07), 45), turned(box(0.5, 0.07), -45), box(0.55, 0.07), box(0.07, 0.55)),
  chat: union(moved(box(0.46, 0.32, 0.16), 0, -0.06), moved(turned(box(0.12, 0.12, 0.02), 45), -0.2, 0.26)),
  lines: union(moved(box(0.44, 0.07), 0, -0.28), box(0.44, 0.07), moved(box(0.28, 0.07), -0.16, 0.28)),
};
export const glyphNames = Object.keys(glyphs);

/** `#165DFF` -> 22, 93, 255. */
function channels(color: string): readonly [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Draws a square image of `size` pixels: a white glyph with smooth edges on a rounded tile that darkens downward. */
export function drawIcon(glyph: string, color: string, size = 128): Buffer {
  const shape = glyphs[glyph];
  if (!shape) throw new RangeError(`no glyph is named ${glyph}`);
  const tile = box(0.96, 0.96, 0.4);
  const base = channels(color);
  const png = new PNG({ width: size, height: size });
  const cover = (distance: number) => Math.min(1, Math.max(0, 0.5 - (distance * size) / 2));
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const [x, y] = [((column + 0.5) / size) * 2 - 1, ((row + 0.5) / size) * 2 - 1];
      const ink = cover(shape(x, y));
      const shade = 1 - 0.25 * (row / size);
      const at = (row * size + column) * 4;
      base.forEach((channel, index) => {
        png.data[at + index] = Math.round(channel * shade * (1 - ink) + 255 * ink);
      });
      png.data[at + 3] = Math.round(cover(tile(x, y)) * 255);
    }
  }
  return PNG.sync.write(png);
}

/** Name, group and color of the forty icons. */
export const demoIcons = [
  ...[
    '通用对话',
    '深度思考',
    '视觉理解',
    '图像生成',
    '视频生成',
    '音乐生成',
    '语音识别',
    '语音合成',
    '向量检索',
    '重排序',
  ].map((name) => ({ name, group: 'model' })),
  ...[
    '写作助手',
    '翻译',
    '思维导图',
    'PPT 生成',
    '论文润色',
    '简历优化',
    '代码解释',
    '合同审阅',
    '旅行规划',
    '菜谱',
  ].map((name) => ({ name, group: 'app' })),
  ...[
    '客服小助手',
    '面试官',
    '英语陪练',
    '数学老师',
    '法律顾问',
    '健身教练',
    '心理树洞',
    '投标专家',
    '数据分析师',
    '产品顾问',
  ].map((name) => ({ name, group: 'agent' })),
  ...['首页', '对话', '绘画', '知识库', '我的'].map((name) => ({ name, group: 'menu' })),
  ...['新手礼', '会员', '活动', '维护', '公告'].map((name) => ({ name, group: 'other' })),
];

export const iconColors = ['#165DFF', '#0FC6C2', '#00B42A', '#FF7D00', '#F53F3F', '#722ED1', '#D91AD9', '#F7BA1E'];
