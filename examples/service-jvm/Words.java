import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;

/** Counts words, or letters, for whoever asks: java Words PORT */
public class Words {
  static final int rounds = 10;
  static final String TEXT = "the quick brown fox jumps over the lazy dog ".repeat(200);

  static String counted(String[] parts) {
    Map<String, Integer> counts = new HashMap<>();
    for (String part : parts) counts.merge(part, 1, Integer::sum);
    return String.valueOf(counts.size());
  }

  static String words() {
    String count = "";
    for (int i = 0; i < rounds; i++) count = counted(TEXT.split(" "));
    return count;
  }

  static String letters() {
    return counted(TEXT.split(""));
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
    server.createContext("/words", exchange -> answer(exchange, words()));
    server.createContext("/letters", exchange -> answer(exchange, letters()));
    server.start();
  }
}
