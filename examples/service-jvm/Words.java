import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;

/** Counts words for whoever asks: java Words PORT */
public class Words {
  static final int rounds = 1;
  static final String TEXT = "the quick brown fox jumps over the lazy dog ".repeat(200);

  static Map<String, Integer> count() {
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < rounds; i++) {
      counts.clear();
      for (String word : TEXT.split(" ")) counts.merge(word, 1, Integer::sum);
    }
    return counts;
  }

  static void answer(HttpExchange exchange, String text) throws IOException {
    exchange.sendResponseHeaders(200, text.length());
    try (var body = exchange.getResponseBody()) {
      body.write(text.getBytes());
    }
  }

  public static void main(String[] args) throws IOException {
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.createContext("/health", exchange -> answer(exchange, "up"));
    server.createContext("/words", exchange -> answer(exchange, String.valueOf(count().size())));
    server.start();
  }
}
