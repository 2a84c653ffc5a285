// Runs the handler of a built file in a process of its own: an event comes as the body of a request, and the result goes as its response.
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const { handler } = await import(pathToFileURL(process.argv[2]).href);

const server = createServer(async (req, res) => {
  try {
    const event = JSON.parse(Buffer.concat(await req.toArray()).toString());
    res.end(JSON.stringify(await handler(event, {})));
  } catch (error) {
    res.writeHead(500).end(String(error.stack));
  }
});
server.listen(0, () => console.log(`http://localhost:${server.address().port}`));
