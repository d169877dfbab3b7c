const lightColors = {
  primary: { main: '#0e42d2' },
  text: { primary: '#1d2129', secondary: '#4e5969' },
  border: { dark: '#c9cdd4', light: '#e5e6eb' },
  http: { post: '#0e6e3a' },
};

const darkColors = {
  primary: { main: '#6aa1ff' },
  success: { main: '#4cd263' },
  error: { main: '#f76965' },
  gray: { 50: '#2a2a2b', 100: '#333335' },
  text: { primary: '#f2f2f3', secondary: '#c5c5c7' },
  border: { dark: '#5f5f60', light: '#333335' },
  responses: {
    success: { color: '#4cd263', backgroundColor: '#1a2a1d', tabTextColor: '#4cd263' },
    error: { color: '#f76965', backgroundColor: '#331f1f', tabTextColor: '#f76965' },
  },
  http: { post: '#0e6e3a' },
};

const darkParts = {
  schema: {
    nestedBackground: '#232324',
    linesColor: '#5f5f60',
    typeNameColor: '#c5c5c7',
    typeTitleColor: '#c5c5c7',
    requireLabelColor: '#f76965',
    arrow: { color: '#c5c5c7' },
  },
  sidebar: { backgroundColor: '#17171a', textColor: '#f2f2f3', activeTextColor: '#6aa1ff' },
  rightPanel: { backgroundColor: '#232324', textColor: '#f2f2f3' },
  codeBlock: { backgroundColor: '#0f0f10' },
};

const font = 'system-ui, sans-serif';

/** The labels of Redoc that it lets a page replace. */
const chineseLabels = {
  enum: '可选值',
  enumSingleValue: '值',
  enumArray: '数组项',
  default: '默认值',
  deprecated: '已弃用',
  example: '示例',
  examples: '示例',
  recursive: '递归',
  arrayOf: '数组：',
  webhook: '事件',
  const: '固定值',
  noResultsFound: '没有结果',
  download: '下载',
  downloadSpecification: '下载 OpenAPI 文档',
  responses: '应答',
  callbackResponses: '回调应答',
  requestSamples: '请求示例',
  responseSamples: '应答示例',
};

/** How Redoc draws the page: its colors and words, without what would ask another server or need a worker. */
export function createRedocOptions(isDark: boolean, isChinese: boolean, scrollOffsetPx: number): object {
  return {
    disableSearch: true,
    hideDownloadButtons: true,
    nativeScrollbars: true,
    sortRequiredPropsFirst: true,
    scrollYOffset: scrollOffsetPx,
    ...(isChinese ? { labels: chineseLabels } : {}),
    theme: {
      colors: isDark ? darkColors : lightColors,
      ...(isDark ? darkParts : {}),
      typography: {
        fontFamily: font,
        headings: { fontFamily: font },
        links: { color: isDark ? '#6aa1ff' : '#0e42d2' },
        code: {
          fontFamily: 'ui-monospace, monospace',
          color: isDark ? '#ffa39e' : '#a61d24',
          backgroundColor: isDark ? '#2a2a2b' : '#f2f3f5',
        },
      },
    },
  };
}
