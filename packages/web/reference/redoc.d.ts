/** The complete build of Redoc, which has no types of its own. */
declare module 'redoc/bundles/redoc.standalone.js' {
  export function init(
    spec: object | string,
    options: object,
    element: Element,
    callback: (error?: Error) => void,
  ): void;
}
