import MarkdownIt, { type Token } from 'markdown-it';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { usePictureUrl } from '../../app/api/index.ts';
import { basePath } from '../../app/base-path.ts';

/** Elements that a text may create; any other token is rendered as a plain block. */
const allowed = new Set('p ul ol li blockquote pre code em strong s a img hr br table thead tbody tr th td'.split(' '));
/** A link leads to the web, to email, or to a page of this console. */
const safeLink = /^(https?:\/\/|mailto:|\/(?!\/)|#)/i;
/** Only images that were uploaded here are shown. */
const ownPicture = /^\/files\/[\w.-]+$/;

function getProps(token: Token): Record<string, unknown> {
  if (token.tag === 'a') {
    const href = String(token.attrGet('href') ?? '');
    const to = href.startsWith('/') ? basePath + href : href;
    return safeLink.test(href) ? { href: to, rel: 'noopener noreferrer', target: '_blank' } : {};
  }
  const start = token.tag === 'ol' ? token.attrGet('start') : null;
  return start === null ? {} : { start: Number(start) };
}

function OwnPicture({ path, alt }: { readonly path: string; readonly alt: string }) {
  return <img src={usePictureUrl()(path)} alt={alt} loading="lazy" />;
}

function getPicture(token: Token, key: string): ReactNode {
  const source = String(token.attrGet('src') ?? '');
  return ownPicture.test(source) ? <OwnPicture key={key} path={source} alt={token.content} /> : token.content;
}

function getLeaf(token: Token, key: string): ReactNode {
  switch (token.type) {
    case 'text':
    case 'html_inline':
    case 'html_block':
      return token.content;
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return <br key={key} />;
    case 'image':
      return getPicture(token, key);
    case 'code_inline':
      return <code key={key}>{token.content}</code>;
    case 'fence':
    case 'code_block':
      return (
        <pre key={key}>
          <code>{token.content}</code>
        </pre>
      );
    case 'hr':
      return <hr key={key} />;
    default:
      return token.children ? <Fragment key={key}>{getNodes(token.children, key)}</Fragment> : token.content;
  }
}

/** Converts the flat list of opening and closing tokens into a tree. */
function getNodes(tokens: readonly Token[], prefix: string): ReactNode[] {
  const stack: { readonly token: Token | null; readonly nodes: ReactNode[] }[] = [{ token: null, nodes: [] }];
  tokens.forEach((token, at) => {
    const key = `${prefix}-${at}`;
    const top = stack.at(-1);
    if (token.nesting === 1) stack.push({ token, nodes: [] });
    else if (token.nesting === 0) top?.nodes.push(getLeaf(token, key));
    else if (stack.length > 1) {
      stack.pop();
      stack.at(-1)?.nodes.push(getElement(top?.token ?? token, key, top?.nodes ?? []));
    }
  });
  return stack[0]?.nodes ?? [];
}

/** A text is part of a page or a record, which use the first two heading levels, so its own headings start below them. */
function getHeading(tag: string): string | null {
  const level = /^h([1-6])$/.exec(tag)?.[1];
  return level === undefined ? null : `h${Math.min(6, Number(level) + 2)}`;
}

function getElement(token: Token, key: string, nodes: readonly ReactNode[]): ReactNode {
  if (token.hidden) return <Fragment key={key}>{nodes}</Fragment>;
  const heading = getHeading(token.tag);
  if (heading !== null) return createElement(heading, { key }, ...nodes);
  return createElement(allowed.has(token.tag) ? token.tag : 'div', { key, ...getProps(token) }, ...nodes);
}

/** The parsed text. HTML in it is shown as plain text. */
export function MarkdownBody({ text }: { readonly text: string }) {
  const nodes = useMemo(() => {
    const parser = new MarkdownIt({ html: false, linkify: true, breaks: false });
    return getNodes(parser.parse(text, {}), 'm');
  }, [text]);
  return <>{nodes}</>;
}
