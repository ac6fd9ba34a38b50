// The part of Azure's block blob protocol that artifact clients use: put whole or in blocks, then get; by signed URL only.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Received, Reply } from '../local-server.ts'

/** One stored object; `content` is null until the upload is complete. `key` and `signature` make up its URL. */
export type Blob = {
  key: string
  signature: string
  contentType: string
  fileName: string
  content: Buffer | null
  blocks: Map<string, Buffer>
}

/** The signature is long because clients mask it in the log, every occurrence of it. */
export function newBlob(fileName: string, contentType: string, content: Buffer | null = null): Blob {
  const signature = randomBytes(32).toString('base64')
  return { key: randomUUID(), signature, contentType, fileName, content, blocks: new Map() }
}

export function signedUrl(origin: string, blob: Blob): string {
  return `${origin}/blob/${blob.key}?sig=${encodeURIComponent(blob.signature)}`
}

/** Answers a request whose path starts with `/blob/`: 403 without the right signature, 404 when nothing is there. */
export function answerBlobRequest(blobs: Iterable<Blob>, request: Received): Reply {
  const key = request.url.pathname.slice('/blob/'.length)
  const blob = [...blobs].find(candidate => candidate.key === key)
  if (!blob) return { status: 404 }
  if (!isSigned(blob, request.url)) return { status: 403 }
  if (request.method === 'PUT') return put(blob, request)
  if (request.method !== 'GET' || blob.content === null) return { status: 404 }
  return {
    status: 200,
    headers: {
      'content-type': blob.contentType,
      'content-disposition': `attachment; filename="${blob.fileName}"`,
    },
    body: blob.content,
  }
}

/** Some Azure clients drop the base64 padding of the signature, and Azure accepts that. */
function isSigned(blob: Blob, url: URL): boolean {
  const withoutPadding = (text: string) => text.replace(/=+$/, '')
  return withoutPadding(url.searchParams.get('sig') ?? '') === withoutPadding(blob.signature)
}

function put(blob: Blob, { url, body }: Received): Reply {
  switch (url.searchParams.get('comp')) {
    case 'block':
      blob.blocks.set(url.searchParams.get('blockid') ?? '', body)
      break
    case 'blocklist': {
      const blocks = blockIds(body).map(id => blob.blocks.get(id))
      if (!blocks.every(block => block !== undefined)) return { status: 400 }
      blob.content = Buffer.concat(blocks)
      break
    }
    default:
      blob.content = body
  }
  return {
    status: 201,
    headers: {
      etag: `"${randomUUID()}"`,
      'last-modified': new Date().toUTCString(),
      'x-ms-request-id': randomUUID(),
      'x-ms-version': '2026-04-06',
    },
  }
}

const blockIds = (xml: Buffer) =>
  [...xml.toString().matchAll(/<Latest>(.*?)<\/Latest>/g)].map(match => match[1] ?? '')
