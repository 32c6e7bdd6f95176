import type { ServiceAnswer } from './request.ts';

/** Whether an answer is a web page (captive portal, login page, error page of a proxy) rather than data. */
export function isHtml(answer: Pick<ServiceAnswer, 'mediaType' | 'text'>): boolean {
  return pageTypes.has(answer.mediaType) || /^\s*<(?:!doctype|html)\b/i.test(answer.text.slice(0, 1000));
}

const pageTypes = new Set(['text/html', 'application/xhtml+xml']);
